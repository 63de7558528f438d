/**
 * What takes the place of what the reader had in a form: an example, a link, a fighter, the next
 * round. A notice (`data-memoire`) says so, and has a button that takes it back.
 */

/** @typedef {import('./history.js').Effects} Effects */

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
  /** What is said of it, as long as it can be taken back. */
  let offered = '';

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
  function replace(scenario, said = 'remplace', effects = leave(true)) {
    noted();
    place(scenario);
    const step = history.record({ ...effects, entier: true });
    if (said === null) return;
    replacement = step;
    offered = said;
    remember(said);
  }

  // Where it was undone, or something else was done since, the notice would take back another thing.
  history.watch(() => {
    if (!offered || (replacement && history.stands(replacement))) return;
    offered = '';
    remember('');
  });

  /** Take back what has replaced the reader's own, and no more than that. */
  function undo() {
    noted();
    const back = replacement;
    offered = '';
    if (back && back === history.last) history.undo();
    else if (back) {
      place(JSON.parse(back.avant));
      back.defaire?.();
      history.record({ entier: true, defaire: back.refaire, refaire: back.defaire });
    }
    remember('repris');
  }

  return { replace, remember, undo };
}
