/**
 * Dice that only the rules can say are due, once the others are known. `data-du` holds a die's
 * name; until it is due it is hidden, empty and left out of the scenario.
 */

import { empty } from './conditions.js';
import { rollAll } from './dice.js';

/**
 * Show the dice that are due.
 * @param {HTMLFormElement} form
 * @param {string[]} names
 * @param {boolean} [only] the others are hidden
 */
export function showDue(form, names, only = true) {
  for (const place of form.querySelectorAll('fieldset[data-du]')) {
    if (!(place instanceof HTMLFieldSetElement)) continue;
    const due = names.includes(place.dataset.du ?? '');
    if (!due && !only) continue;
    place.hidden = !due;
    place.disabled = !due;
    if (!due) empty(place);
  }
}

/**
 * Roll all dice that are due, and those that these make due.
 * @param {HTMLFormElement} form
 * @param {() => Promise<any>} ask gives the rules' answer, or nothing where they cannot be asked
 */
export async function rollDue(form, ask) {
  const rolled = rollAll(form);
  for (let before = 0; before < rolled.size;) {
    before = rolled.size;
    const answer = await ask();
    if (!answer?.resultat) return;
    showDue(form, answer.resultat.dus);
    rollAll(form, rolled);
  }
}
