/**
 * Copies what is shown as plain text, without what is there to be pressed, and says whether it could.
 */

/** Marks a calculator whose buttons and folds are out of sight while it is being read. */
const READ = 'ncalc-lecture';

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} button `data-copier-vue` names the places to copy
 */
export async function copyViews(root, button) {
  root.classList.add(READ);
  const places = (button.dataset.copierVue ?? '').split(' ').map((name) => root.querySelector(`[data-vue="${name}"]`));
  const texts = places.map((place) => /** @type {HTMLElement | null} */ (place)?.innerText.trim() ?? '');
  root.classList.remove(READ);
  let outcome = 'reussi';
  try {
    await navigator.clipboard.writeText(texts.filter(Boolean).join('\n\n'));
  } catch {
    outcome = 'rate';
  }
  const told = root.querySelector('[data-copie-dit]');
  if (told) button.after(told); // where the reader is looking
  for (const said of root.querySelectorAll('[data-copie]')) {
    /** @type {HTMLElement} */ (said).hidden = /** @type {HTMLElement} */ (said).dataset.copie !== outcome;
  }
}
