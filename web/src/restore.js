/**
 * Brings a form to a scenario: an example, the last fight, a link. The reverse of scenario.js.
 *
 * What a field shows may depend on another, so fields are set one after the other, each as a person
 * would, until nothing differs any more. Values only ever become the value of a field.
 */

import { applies, fieldsOf, settle } from './conditions.js';

/** @typedef {import('./conditions.js').Field} Field */

/** Of one form; more changes mean that two fields undo each other. */
const MOST_CHANGES = 1000;

/**
 * A scenario by the names of the form's fields; what is null or false is left out.
 * @param {unknown} value
 * @param {string} [path]
 * @param {Map<string, string | string[]>} [found]
 * @returns {Map<string, string | string[]>}
 */
export function flatten(value, path = '', found = new Map()) {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((item) => typeof item === 'string')) found.set(`${path}[]`, value);
    else value.forEach((item, rank) => flatten(item, `${path}[${rank}]`, found));
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) flatten(item, path ? `${path}.${key}` : key, found);
  } else if (value !== null && value !== undefined && value !== false) {
    found.set(path, String(value));
  }
  return found;
}

/** @param {Field} field */
function ticks(field) {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}

/**
 * Whether the scenario has an object at a path: a box that opens one is ticked by that.
 * @param {string} path
 * @param {Map<string, unknown>} wanted
 */
function below(path, wanted) {
  return [...wanted.keys()].some((name) => name.startsWith(`${path}.`)) ? 'oui' : undefined;
}

/**
 * What a field is to hold: what the scenario says, else what a scenario that leaves it out means by
 * that, else what it held at first. No scenario at all means nothing.
 * @param {Field} field
 * @param {Map<string, string | string[]>} wanted
 * @returns {string | boolean}
 */
function goal(field, wanted) {
  const asked = field.dataset.genre === 'rien' ? below(field.name, wanted) : wanted.get(field.name);
  if (field instanceof HTMLInputElement && field.type === 'radio') {
    return asked === undefined ? initialOf(field) : asked === field.value;
  }
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    return Array.isArray(asked) ? asked.includes(field.value) : asked !== undefined;
  }
  if (typeof asked === 'string') return field.dataset.faces ? asDie(field, asked) : asked;
  return (wanted.size > 0 && field.dataset.sousEntendu) || initialOf(field);
}

/**
 * A roll as players read it and as dice.js shows it; what is none stays as it stands.
 * @param {Field} field
 * @param {string} text
 */
function asDie(field, text) {
  const faces = Number(field.dataset.faces);
  return /^\d{1,2}$/.test(text) || Number(text) === faces ? String(Number(text) % faces).padStart(String(faces - 1).length, '0') : text;
}

/**
 * What a field holds at first.
 * @param {Field} field
 * @returns {string | boolean}
 */
export function initialOf(field) {
  if (field instanceof HTMLSelectElement) {
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
  }
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return field.defaultChecked;
  return field.defaultValue;
}

/**
 * @param {Field} field
 * @param {string | boolean} value
 */
function set(field, value) {
  if (typeof value === 'boolean') /** @type {HTMLInputElement} */ (field).checked = value;
  else field.value = value;
}

/**
 * Give lists that grow as many items as the scenario has.
 * @param {HTMLFormElement} form
 * @param {any} scenario
 * @returns {boolean} whether one grew or shrank
 */
function resize(form, scenario) {
  for (const list of form.querySelectorAll('[data-liste]')) {
    const items = scenario[/** @type {HTMLElement} */ (list).dataset.liste ?? ''];
    const wanted = Math.max(1, Array.isArray(items) ? items.length : 1);
    const ranks = list.querySelectorAll('[data-rang]');
    const add = /** @type {HTMLButtonElement | null} */ (list.querySelector('[data-ajouter]'));
    if (ranks.length > wanted) {
      // One that waits for a form of attack with several targets cannot be pressed.
      const waiting = ranks[ranks.length - 1]?.closest('fieldset:disabled');
      if (waiting instanceof HTMLFieldSetElement) waiting.disabled = false;
      /** @type {HTMLElement | null} */ (ranks[ranks.length - 1]?.querySelector('[data-retirer]') ?? null)?.click();
      return true;
    }
    if (ranks.length < wanted && add && applies(add)) {
      add.click();
      return true;
    }
  }
  return false;
}

/**
 * What does not apply would come back with what it held before: another fighter's shield, say. A
 * select stays, since several lists may share its name.
 * @param {HTMLFormElement} form
 * @param {Map<string, string | string[]>} wanted
 */
function settleHidden(form, wanted) {
  for (const field of fieldsOf(form)) {
    if (applies(field) || field instanceof HTMLSelectElement || field.type === 'hidden' || field.dataset.demande) continue;
    const value = goal(field, wanted);
    if (field.type !== 'radio' || value) set(field, value);
  }
}

/**
 * Bring a form to a scenario. Tells once, at the end, that the form has changed.
 * @param {HTMLFormElement} form
 * @param {any} scenario
 * @returns {string[]} names of what found no place, or a place that does not hold such a value
 */
export function restore(form, scenario) {
  const wanted = flatten(scenario);
  /** Fields that cannot hold what is asked: one line holds no line break. @type {Set<Field>} */
  const tried = new Set();
  for (let change = 0; change < MOST_CHANGES; change += 1) {
    settle(form);
    const open = fieldsOf(form).filter((field) => applies(field) && field.type !== 'hidden' && !field.dataset.demande);
    const differing = open.find((field) => {
      const value = goal(field, wanted);
      if (ticks(field)) return /** @type {HTMLInputElement} */ (field).checked !== value && !(field.type === 'radio' && !value);
      if (field.value === value || tried.has(field)) return false;
      return !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);
    });
    if (differing) {
      const value = goal(differing, wanted);
      set(differing, value);
      if (typeof value === 'string' && differing.value !== value) tried.add(differing);
    }
    else if (!resize(form, scenario)) break;
  }
  settleHidden(form, wanted);
  form.dispatchEvent(new Event('input', { bubbles: true }));
  const held = new Set(fieldsOf(form).filter(applies).filter((field) => ticks(field) || field.value === wanted.get(field.name)).map((field) => field.name));
  return [...wanted.keys()].filter((name) => !held.has(name));
}
