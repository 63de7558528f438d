/**
 * Copies what is shown as plain text, and says whether it could.
 */

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} button `data-copier-vue` names the places to copy
 */
export async function copyViews(root, button) {
  const places = (button.dataset.copierVue ?? '').split(' ').map((name) => root.querySelector(`[data-vue="${name}"]`));
  const texts = places.map((place) => /** @type {HTMLElement | null} */ (place)?.innerText.trim() ?? '');
  let outcome = 'reussi';
  try {
    await navigator.clipboard.writeText(texts.filter(Boolean).join('\n\n'));
  } catch {
    outcome = 'rate';
  }
  for (const said of root.querySelectorAll('[data-copie]')) {
    /** @type {HTMLElement} */ (said).hidden = /** @type {HTMLElement} */ (said).dataset.copie !== outcome;
  }
}
