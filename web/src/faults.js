/**
 * Shows what is wrong with a form: at each field, and in a summary that leads there.
 */

import { applies, fieldsOf } from './conditions.js';

/** @typedef {{chemin: string, code: string, message: string}} Fault */

const MARK = 'ncalc-erreur';

/**
 * The field that a path speaks of: the one of that name, or the first below it, or above it.
 * @param {HTMLFormElement} form
 * @param {string} path
 */
function fieldAt(form, path) {
  const fields = fieldsOf(form).filter((field) => applies(field) && field.type !== 'hidden');
  const ranked = path.match(/^(.*)\[(\d+)\]$/);
  if (ranked) {
    const listed = fields.filter((field) => field.name === `${ranked[1]}[]`);
    const ticked = listed.filter((field) => field instanceof HTMLInputElement && field.checked);
    const found = ticked[Number(ranked[2])] ?? listed[0];
    if (found) return found;
  }
  for (let at = path; at !== ''; at = at.replace(/(\.|^)[^.[]+$|\[\d+\]$/, '')) {
    const found = fields.find((field) => field.name === at)
      ?? fields.find((field) => field.name.startsWith(`${at}.`) || field.name.startsWith(`${at}[`));
    if (found) return found;
  }
  return null;
}

/**
 * Forget all that was shown.
 * @param {HTMLFormElement} form
 */
export function clearFaults(form) {
  for (const mark of form.querySelectorAll(`.${MARK}`)) mark.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-errormessage');
  }
  const summary = form.querySelector('[data-erreurs]');
  if (summary instanceof HTMLElement) summary.hidden = true;
}

/**
 * Unfold what hides a field, and go there.
 * @param {HTMLElement} field
 */
function goTo(field) {
  for (let at = field.closest('details'); at; at = at.parentElement?.closest('details') ?? null) at.open = true;
  field.focus();
  field.scrollIntoView({ block: 'center' });
}

/**
 * Mark a field and describe what is wrong with it.
 * @param {HTMLElement} field
 * @param {string} message
 */
function mark(field, message) {
  const note = document.createElement('p');
  note.className = MARK;
  note.id = `${field.id}-erreur`;
  note.textContent = message;
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-errormessage', note.id);
  (field.closest('fieldset') ?? field.parentElement)?.append(note);
}

/**
 * Show faults; the first field in fault gets the focus, or the summary where no field is.
 * @param {HTMLFormElement} form
 * @param {Fault[]} faults
 */
export function showFaults(form, faults) {
  clearFaults(form);
  const summary = form.querySelector('[data-erreurs]');
  if (!(summary instanceof HTMLElement)) return;
  /** @type {HTMLElement | null} */
  let first = null;
  const items = faults.map(({ chemin, message }) => {
    const item = document.createElement('li');
    const field = fieldAt(form, chemin);
    if (!field) {
      item.textContent = message;
      return item;
    }
    first ??= field;
    if (!field.hasAttribute('aria-invalid')) mark(field, message);
    const link = document.createElement('a');
    link.href = `#${field.id}`;
    link.textContent = message;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      goTo(field);
    });
    item.append(link);
    return item;
  });
  summary.querySelector('ul')?.replaceChildren(...items);
  summary.hidden = false;
  goTo(first ?? summary);
}
