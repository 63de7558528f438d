/**
 * Shows how the engine fares.
 */

/**
 * @param {HTMLElement} root
 * @param {Readonly<import('./protocol.js').State>} state
 * @param {boolean} waiting whether the reader waits for an answer
 */
export function showState(root, { etat, progres, raison }, waiting) {
  root.dataset.etat = etat;
  const shown = etat === 'chargement' && waiting ? 'attente' : etat;
  for (const place of root.querySelectorAll('[data-etat]')) {
    if (place instanceof HTMLElement) place.hidden = place.dataset.etat !== shown;
  }
  for (const bar of root.querySelectorAll('progress')) bar.value = progres;
  for (const said of root.querySelectorAll('[data-raison]')) {
    if (said instanceof HTMLElement) said.hidden = said.dataset.raison !== raison;
  }
}
