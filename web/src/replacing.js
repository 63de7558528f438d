/**
 * What takes the place of what the reader had in a form: an example, a link, a fighter, the next
 * round. A notice (`data-memoire`) says so, and has a button that takes it back.
 */

/** @typedef {import('./history.js').Effects} Effects */

/** What is said where a link is opened, which keeps nothing by itself. @type {(string | null)[]} */
const LINKED = ['lien', ''];

/**
 * @param {HTMLElement} root
 * @param {import('./history.js').History} history
 * @param {object} form what is done with the form
 * @param {() => void} form.noted takes what has changed for done
 * @param {(scenario: unknown) => void} form.place brings the form to a scenario
 * @param {(now: boolean) => Effects | undefined} form.leave forgets what had prepared the form: for good now, or only once it is changed
 */
export function offerReplacing(root, history, { noted, place, leave }) {
  const memory = /** @type {HTMLElement} */ (root.querySelector('[data-memoire]'));
  /** What can be taken back beside the notice. @type {import('./history.js').Step | null} */
  let replacement = null;

  /**
   * Say that the form holds what was kept, or what has replaced it.
   * @param {string} state '' for silence
   */
  function remember(state) {
    memory.hidden = state === '';
    for (const said of memory.querySelectorAll('[data-memoire-dit]')) {
      /** @type {HTMLElement} */ (said).hidden = /** @type {HTMLElement} */ (said).dataset.memoireDit !== state;
    }
  }

  /**
   * Put another scenario into the form; what was there can be had back.
   * @param {unknown} scenario
   * @param {string | null} [said] what is said of it: '' nothing any more, null what was said before
   * @param {Effects} [effects]
   */
  function replace(scenario, said = 'remplace', effects = leave(!LINKED.includes(said))) {
    noted();
    place(scenario);
    replacement = history.record(effects);
    if (said !== null) remember(said);
  }

  /** Take back what has replaced the reader's own, and no more than that. */
  function undo() {
    noted();
    if (replacement && replacement === history.last) history.undo();
    else if (replacement) place(JSON.parse(replacement.avant));
    remember('repris');
  }

  return { replace, remember, undo };
}
