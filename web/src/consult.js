/**
 * Blocks of a form that ask Python for something beside the scenario: `data-op` is what, the fields
 * marked `data-demande` say more. A long answer is worked out little by little, so that a click on
 * another button never waits for it.
 */

import { applies } from './conditions.js';

/** Choices weighed in a call more than in the one before. */
const MORE = 5;

/**
 * What the fields of a block ask for; a number is sent as one.
 * @param {Element} block
 * @returns {Record<string, unknown>}
 */
export function demandOf(block) {
  /** @type {Record<string, unknown>} */
  const asked = {};
  for (const field of block.querySelectorAll('[data-demande]')) {
    if (!applies(field)) continue;
    const { value } = /** @type {HTMLInputElement | HTMLSelectElement} */ (field);
    asked[/** @type {HTMLElement} */ (field).dataset.demande ?? ''] = /^-?\d{1,4}$/.test(value) ? Number(value) : value;
  }
  return asked;
}

/**
 * Offer the items of a growing list as choices.
 * @param {HTMLFormElement} form
 */
export function listItems(form) {
  for (const select of form.querySelectorAll('select[data-choix-de]')) {
    if (!(select instanceof HTMLSelectElement)) continue;
    const items = [...form.querySelectorAll(`[data-liste="${select.dataset.choixDe}"] [data-rang]`)]
      .filter((item) => !item.closest('fieldset:disabled'));
    const chosen = select.value;
    while (select.options.length > 1) select.remove(1);
    const name = select.dataset.nom ?? '';
    for (let rank = 0; rank < items.length; rank += 1) {
      select.add(new Option(items.length > 1 ? `${name} ${rank + 1}` : name, String(rank)));
    }
    if ([...select.options].some((option) => option.value === chosen)) select.value = chosen;
  }
}

/**
 * Ask until everything is weighed; only the whole is told, so that no row moves under a finger.
 * @param {HTMLElement} block `data-graduel` marks one that is asked little by little
 * @param {(op: string, demande: object) => Promise<any>} ask gives null when a later question took over
 * @param {(answer: any) => void} tell
 */
export async function consult(block, ask, tell) {
  const op = block.dataset.op ?? '';
  for (let until = MORE; ; until += MORE) {
    const demand = demandOf(block);
    const answer = await ask(op, 'graduel' in block.dataset ? { ...demand, jusque: until } : demand);
    if (!answer) return;
    if (answer.resultat?.reste > 0) continue;
    tell(answer);
    return;
  }
}
