/**
 * The journal of a fight as this browser keeps it: what was resolved, what was lifted or added by
 * hand, and which gesture prepared the form, if one did. What follows from it, Python says.
 */

import { parse, read, write } from './store.js';

const VERSION = 1;

/** @typedef {{round: number, scenario: Record<string, unknown>, qui?: unknown, par?: unknown}} Entry */
/** @typedef {{version: number, entrees: Entry[], retires: string[], blessures: {entree: number, qui: string, blessure: string}[], round?: number}} Journal */
/**
 * `entree` is the rank of the entry that the gesture follows, `base` what the form held when it was asked for, `scenario` what it gave; `fait` whether the form was resolved since.
 * @typedef {{geste: string, cible: unknown, qui: unknown, par: unknown, entree: number, base: unknown, scenario: unknown, fait: boolean}} Prepared
 */
/** @typedef {{journal: Journal, prepare: Prepared | null}} Kept */

/** @returns {Kept} */
export function empty() {
  return { journal: { version: VERSION, entrees: [], retires: [], blessures: [] }, prepare: null };
}

/** @param {unknown} value */
function isList(value) {
  return Array.isArray(value);
}

/**
 * @param {string} text
 * @returns {Kept | null} null where it is none
 */
export function journalIn(text) {
  try {
    const kept = parse(text);
    const { journal } = kept;
    const sound = kept.v === VERSION && isList(journal.retires) && isList(journal.blessures)
      && isList(journal.entrees) && journal.entrees.every((/** @type {any} */ entry) => entry.scenario !== null && typeof entry.scenario === 'object');
    const prepare = kept.prepare !== null && typeof kept.prepare === 'object' && typeof kept.prepare.geste === 'string' ? kept.prepare : null;
    return sound ? { journal, prepare: standing(prepare, journal) } : null;
  } catch {
    return null;
  }
}

/**
 * A gesture whose entry is gone, or that the rules refuse: it is over, who stands where still holds.
 * @param {Prepared} prepare
 * @returns {Prepared}
 */
export function over(prepare) {
  return { ...prepare, geste: '', cible: null, par: '', entree: -1, fait: true };
}

/**
 * A gesture that was kept: one that waits can only follow the last entry.
 * @param {Prepared | null} prepare
 * @param {Journal} journal
 */
function standing(prepare, journal) {
  if (!prepare) return null;
  const last = journal.entrees.length - 1;
  const entree = prepare.entree ?? (prepare.fait ? -1 : last); // earlier pages kept none
  return entree < 0 || entree > last || (!prepare.fait && entree !== last) ? over(prepare) : { ...prepare, entree };
}

/**
 * What a gesture has prepared goes with the entry that it follows, wherever that stands by now.
 * @param {Prepared | null} prepare
 * @param {Journal} before
 * @param {Journal} after
 */
export function moved(prepare, before, after) {
  if (!prepare) return null;
  const followed = JSON.stringify(before.entrees[prepare.entree]);
  const entree = after.entrees.map((entry) => JSON.stringify(entry)).lastIndexOf(followed);
  return standing({ ...prepare, entree }, after);
}

/** @param {string} calcul */
export function keyOf(calcul) {
  return `ncalc:journal:${calcul}`;
}

/**
 * @param {string} calcul
 * @returns {string} as it stands, '' where there is none
 */
export function recallJournal(calcul) {
  return read(keyOf(calcul)) ?? '';
}

/**
 * @param {string} calcul
 * @param {Kept} kept
 * @param {() => void} by who does so, of those who watch
 */
export function keepJournal(calcul, kept, by) {
  return write(keyOf(calcul), textOf(kept), by);
}

/** @param {Kept} kept */
export function textOf({ journal, prepare }) {
  return JSON.stringify({ v: VERSION, journal, prepare });
}

/**
 * The journal as it was before an entry, and all after it.
 * @param {Kept} kept
 * @param {number} count entries that stay
 * @returns {Kept}
 */
export function upTo({ journal }, count) {
  const blessures = journal.blessures.filter(({ entree }) => entree < count);
  return { journal: { ...journal, entrees: journal.entrees.slice(0, count), blessures, round: undefined }, prepare: null };
}

/**
 * The round that the fight is in: that of its last entry, or one that has begun since.
 * @param {Journal} journal
 */
export function roundOf({ entrees, round = 1 }) {
  const last = entrees.at(-1);
  return last ? Math.max(last.round, round) : 1;
}

/**
 * The journal without one entry, nor what was lifted or added under its number; what belongs to
 * another entry, or to another wound, goes on with it.
 * @param {Journal} journal
 * @param {number} rank
 * @returns {Journal}
 */
export function without(journal, rank) {
  const entrees = journal.entrees.filter((_, each) => each !== rank);
  const stay = journal.blessures.map(({ entree }, each) => (entree === rank ? -1 : each)).filter((each) => each >= 0);
  /** @param {number} each */
  const shifted = (each) => (each > rank ? each - 1 : each);
  const retires = journal.retires.map((ident) => {
    const [, before, number, after] = /** @type {string[]} */ (/^(\D*)(\d+)(.*)$/.exec(ident) ?? ['', '', String(rank), '']);
    const held = Number(number);
    // The id of an entry's report begins with its rank; that of a wound ends with its own.
    if (before) return stay.includes(held) ? `${before}${stay.indexOf(held)}${after}` : '';
    return held === rank ? '' : `${shifted(held)}${after}`;
  });
  return {
    ...journal,
    entrees,
    retires: retires.filter((ident) => ident),
    blessures: stay.map((each) => /** @type {typeof journal.blessures[0]} */ (journal.blessures[each])).map((wound) => ({ ...wound, entree: shifted(wound.entree) })),
    round: entrees.length ? journal.round : undefined,
  };
}

/**
 * The journal without its oldest round.
 * @param {Journal} journal
 */
export function lightened(journal) {
  const oldest = journal.entrees[0]?.round;
  let made = journal;
  while (made.entrees.length && made.entrees[0]?.round === oldest) made = without(made, 0);
  return made;
}

/**
 * A scenario without what was chosen on its result.
 * @param {Record<string, unknown>} scenario
 */
export function asFilled({ ajustements, ...filled }) {
  return JSON.stringify(filled);
}
