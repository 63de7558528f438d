/**
 * Says what came of a press, in the words of the page: a live region (`data-annonce`) holds its
 * sentences, out of sight (`data-dit`), and one of them comes into sight. Its room is made at once
 * (`data-bientot`): what stands below moves with the press, never afterwards, under a finger.
 */

/** Long enough for a sentence said twice to be heard twice. */
const PAUSE_MS = 60;

/** @type {WeakMap<Element, number>} */
const timers = new WeakMap();

/**
 * @param {Element | null} region
 * @param {string} code which sentence; '' for silence
 * @param {string} [name] what the sentence speaks of, where it has a place for it
 */
export function announce(region, code, name = '') {
  if (!region) return;
  clearTimeout(timers.get(region));
  const sentences = /** @type {NodeListOf<HTMLElement>} */ (region.querySelectorAll('[data-dit]'));
  for (const said of sentences) {
    said.hidden = true;
    said.toggleAttribute('data-bientot', said.dataset.dit === code);
  }
  const wanted = [...sentences].find((said) => said.dataset.dit === code);
  if (!wanted) return;
  const place = wanted.querySelector('[data-dit-nom]');
  if (place) place.textContent = name;
  timers.set(region, setTimeout(() => {
    wanted.hidden = false;
    wanted.removeAttribute('data-bientot');
  }, PAUSE_MS));
}
