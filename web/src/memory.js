/**
 * The last scenario of each calculator, kept in this browser and nowhere else. Where storage is
 * refused or full, nothing is kept and nothing else changes.
 */

import { parse, read } from './store.js';

const VERSION = 1;

/**
 * @param {string} calcul
 * @param {unknown} scenario
 */
export function keep(calcul, scenario) {
  try {
    localStorage.setItem(`ncalc:${calcul}`, JSON.stringify({ v: VERSION, scenario }));
  } catch {
    // private window, full, forbidden
  }
}

/**
 * @param {string} calcul
 * @returns {any} the scenario, or null where there is none that this version reads
 */
export function recall(calcul) {
  const kept = parse(read(`ncalc:${calcul}`));
  return kept?.v === VERSION ? kept.scenario : null;
}
