/**
 * How much a journal holds, as Python says: a full one says so before the next resolution, and
 * lets its oldest round go only when it is told to.
 */

/** @typedef {import('./record.js').Journal} Journal */

/** @param {HTMLElement} section */
export function offerLimits(section) {
  const box = /** @type {HTMLElement | null} */ (section.querySelector('[data-journal-plein]'));
  /** Unknown until Python has answered. @type {{entrees: number, signes: number} | null} */
  let limits = null;

  /** @param {Journal} journal */
  function admits(journal) {
    return !limits || (journal.entrees.length <= limits.entrees && JSON.stringify(journal).length <= limits.signes);
  }

  return {
    admits,
    /** @param {{entrees: number, signes: number}} said */
    learn(said) {
      limits = said;
    },
    /**
     * @param {Journal} journal
     * @param {boolean} waiting whether a resolution has found no room
     */
    show(journal, waiting) {
      if (!box) return;
      const more = { ...journal, entrees: [...journal.entrees, { round: 1, scenario: {} }] };
      box.hidden = !waiting && admits(more);
      /** @type {HTMLElement} */ (box.querySelector('[data-attend]')).hidden = !waiting;
    },
  };
}
