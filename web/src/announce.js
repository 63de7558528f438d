/**
 * Says what came of a press, in the words of the page: a live region (`data-annonce`) holds its
 * sentences, out of sight (`data-dit`), and one of them comes into sight.
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
  /** @param {string} wanted */
  const say = (wanted) => {
    for (const said of region.querySelectorAll('[data-dit]')) {
      if (!(said instanceof HTMLElement)) continue;
      said.hidden = said.dataset.dit !== wanted;
      const place = said.querySelector('[data-dit-nom]');
      if (place && !said.hidden) place.textContent = name;
    }
  };
  say('');
  if (code) timers.set(region, setTimeout(say, PAUSE_MS, code));
}
