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
  // Each turn is shorter: a key that someone else wrote may hold any mark.
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['), 0))) {
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
  for (const field of form.querySelectorAll('[aria-invalid]')) unmark(field);
  const summary = form.querySelector('[data-erreurs]');
  if (summary instanceof HTMLElement) summary.hidden = true;
}

/**
 * Forget what was said of a field, now that it is being corrected.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} field
 */
export function forgetFault(form, field) {
  const summary = form.querySelector('[data-erreurs]');
  if (!field.hasAttribute('aria-invalid') || !(summary instanceof HTMLElement)) return;
  unmark(field);
  for (const link of summary.querySelectorAll('a')) {
    if (link.hash === `#${field.id}`) link.closest('li')?.remove();
  }
  summary.hidden = summary.querySelector('li') === null;
}

/**
 * Take away a field's mark and the note beside it.
 * @param {Element} field
 */
export function unmark(field) {
  field.closest('fieldset')?.querySelector(`:scope > .${MARK}`)?.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-errormessage');
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== noteOf(field));
  if (described.length) field.setAttribute('aria-describedby', described.join(' '));
  else field.removeAttribute('aria-describedby');
}

/**
 * Id of the note that says what is wrong with a field.
 * @param {Element} field
 */
function noteOf(field) {
  return `${field.id}-erreur`;
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
  note.id = noteOf(field);
  note.textContent = message;
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-errormessage', note.id);
  // Few screen readers know of the attribute above.
  field.setAttribute('aria-describedby', `${field.getAttribute('aria-describedby') ?? ''} ${note.id}`.trim());
  field.closest('fieldset')?.append(note);
}

/**
 * Order of the page, which is the reader's; what has no field comes last.
 * @param {Element | null} one
 * @param {Element | null} other
 */
function byPlace(one, other) {
  if (!one || !other) return Number(!one) - Number(!other);
  if (one === other) return 0;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/**
 * Show faults; the first field in fault gets the focus, or the summary where no field is.
 * @param {HTMLFormElement} form
 * @param {Fault[]} faults
 * @param {boolean} [going] whether to go there
 */
export function showFaults(form, faults, going = true) {
  clearFaults(form);
  const summary = form.querySelector('[data-erreurs]');
  if (!(summary instanceof HTMLElement)) return;
  const found = faults.map(({ chemin, message }) => ({ field: fieldAt(form, chemin), message }));
  found.sort((one, other) => byPlace(one.field, other.field));
  const items = found.map(({ field, message }) => {
    const item = document.createElement('li');
    if (!field) {
      item.textContent = message;
      return item;
    }
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
  if (going) goTo(found[0]?.field ?? summary);
}
