/**
 * Small conveniences of the form: the − and + beside a number, and how much a fold holds.
 */

import { applies, counts, fieldsOf } from './conditions.js';

/**
 * @param {HTMLFormElement} form
 */
export function offerSteps(form) {
  form.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (!(target instanceof HTMLInputElement) || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    const buttons = target.parentElement?.querySelectorAll('button[data-pas]');
    const button = buttons?.[key === 'ArrowUp' ? buttons.length - 1 : 0];
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    button.click();
  });
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-pas]') : null;
    const field = button?.parentElement?.querySelector('input');
    if (!(button instanceof HTMLElement) || !field) return;
    const minimum = Number(field.dataset.minimum);
    const typed = Number(field.value.replace('−', '-'));
    const start = field.value.trim() === '' || Number.isNaN(typed) ? minimum - 1 : typed;
    const next = start + Number(button.dataset.pas);
    field.value = String(Math.min(Number(field.dataset.maximum), Math.max(minimum, next)));
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/**
 * Whether a field was set to something else than at first.
 * @param {import('./conditions.js').Field} field
 */
function isSet(field) {
  if (!applies(field)) return false;
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0] !== undefined && !initial(field);
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.type === 'checkbox') return counts(field);
  return field.value !== field.defaultValue;
}

/** @param {HTMLSelectElement} field */
function initial(field) {
  const marked = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return field.selectedOptions[0] === marked;
}

/**
 * Say beside each fold how many of its fields are set.
 * @param {HTMLFormElement} form
 */
export function countFolds(form) {
  for (const fold of form.querySelectorAll('details[data-compte]')) {
    const shown = fold.querySelector('[data-compte-de]');
    if (!(shown instanceof HTMLElement)) continue;
    const number = fieldsOf(fold).filter(isSet).length;
    shown.textContent = String(number);
    shown.hidden = number === 0;
  }
}
