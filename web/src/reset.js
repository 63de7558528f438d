/**
 * The fields that were set to something else than at first, each with a button that sets it back.
 */

import { applies, fieldsOf } from './conditions.js';
import { initialOf } from './restore.js';

/** @typedef {import('./conditions.js').Field} Field */

/** @param {Field} field */
function ticks(field) {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}

/**
 * Fields that hold something else than at first; of buttons of one name, the one that is pressed.
 * @param {HTMLFormElement} form
 * @returns {Field[]}
 */
export function changedOf(form) {
  return fieldsOf(form).filter((field) => {
    if (!applies(field) || field.type === 'hidden' || field.dataset.demande !== undefined) return false;
    const first = initialOf(field);
    if (field instanceof HTMLInputElement && field.type === 'radio') return field.checked && !first;
    return (ticks(field) ? /** @type {HTMLInputElement} */ (field).checked : field.value) !== first;
  });
}

/** @param {Element | null | undefined} element */
function wordsOf(element) {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/**
 * Where a field stands, as its heading says it.
 * @param {Field} field
 */
function sideOf(field) {
  const heading = field.closest('section')?.querySelector('h3');
  const own = heading?.firstChild?.textContent?.trim() ?? '';
  const number = heading?.querySelector('[data-numero]:not([hidden])')?.textContent ?? '';
  return `${own} ${number}`.trim();
}

/** @param {Field} field */
function valueOf(field) {
  if (field instanceof HTMLSelectElement) return wordsOf(field.selectedOptions[0]);
  if (ticks(field)) return field instanceof HTMLInputElement && field.type === 'radio' ? wordsOf(field.labels?.[0]) : '';
  return field.value;
}

/** @param {Field} field */
function nameOf(field) {
  const radio = field instanceof HTMLInputElement && field.type === 'radio';
  return wordsOf(radio ? field.closest('fieldset')?.querySelector('legend') : field.labels?.[0]);
}

/**
 * Set a field back as a person would, so that all that depends on it follows.
 * @param {HTMLFormElement} form
 * @param {Field} field
 */
function reset(form, field) {
  if (field instanceof HTMLInputElement && field.type === 'radio') {
    for (const other of fieldsOf(form)) {
      if (other instanceof HTMLInputElement && other.name === field.name && other.defaultChecked) other.checked = true;
    }
  } else if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = field.defaultChecked;
  else field.value = String(initialOf(field));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Show them anew.
 * @param {HTMLFormElement} form
 */
export function listChanges(form) {
  const fold = form.querySelector('[data-changes]');
  const model = fold?.querySelector('[data-modele]');
  const list = model?.parentElement;
  if (!(fold instanceof HTMLElement) || !(model instanceof HTMLElement) || !list) return;
  const fields = changedOf(form);
  const count = /** @type {HTMLElement} */ (fold.querySelector('[data-nombre]'));
  count.textContent = String(fields.length);
  fold.hidden = fields.length === 0;
  const rows = fields.map((field) => {
    const row = /** @type {HTMLElement} */ (model.cloneNode(true));
    row.removeAttribute('data-modele');
    row.hidden = false;
    /** @type {[string, string][]} */
    const texts = [['cote', sideOf(field)], ['nom', nameOf(field)], ['valeur', valueOf(field)]];
    for (const [name, text] of texts) {
      for (const place of row.querySelectorAll(`[data-dit-${name}]`)) place.textContent = text;
    }
    row.querySelector('button')?.addEventListener('click', () => {
      const rank = [...list.children].indexOf(row);
      reset(form, field);
      listChanges(form);
      const next = /** @type {HTMLElement | undefined} */ (list.children[Math.min(rank, list.children.length - 1)]);
      (next?.querySelector('button') ?? fold.querySelector('summary'))?.focus();
    });
    return row;
  });
  list.replaceChildren(model, ...rows);
}
