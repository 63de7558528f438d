/**
 * Sets fields of the form to values that Python proposes: a second attempt, a piece of advice.
 */

import { applies, fieldsOf } from './conditions.js';

/**
 * Set a field as a person would, so that all that depends on it follows.
 * @param {import('./conditions.js').Field} field
 * @param {string} value
 */
function set(field, value) {
  if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
    if (field.value !== value) return;
    field.checked = true;
  } else {
    field.value = value;
  }
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Set fields by name, in the order given, since one may make the next appear. The last one that
 * is there gets the focus.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} values
 */
export function refill(form, values) {
  /** @type {import('./conditions.js').Field | undefined} */
  let last;
  for (const [name, value] of Object.entries(values)) {
    for (const field of fieldsOf(form)) {
      if (field.name !== name || field.type === 'hidden' || !applies(field)) continue;
      set(field, value);
      last = field;
    }
  }
  last?.focus();
}
