/**
 * From the form to a scenario: each field's name is its path in the JSON (`defenseurs[0].nom`),
 * `data-genre` says what to write there. What a person typed is never mended here: what is no
 * whole number travels as it stands, and the rules say what is wrong with it.
 */

import { applies, counts, fieldsOf } from './conditions.js';

/** @typedef {import('./conditions.js').Field} Field */
/** @typedef {{[key: string]: any} | any[]} Container */

const WHOLE = /^[+-]?\d{1,15}$/;

/**
 * The keys of a path: names and, for lists, ranks.
 * @param {string} path
 * @returns {(string | number)[]}
 */
export function keysOf(path) {
  return (path.match(/[^.[\]]+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/**
 * @param {Field} field
 * @returns {unknown}
 */
function valueOf(field) {
  const text = field.value;
  switch (field.dataset.genre) {
    case 'entier':
    case 'de': {
      const plain = text.trim().replace('−', '-');
      if (plain === '') return null;
      return WHOLE.test(plain) ? Number(plain) : text;
    }
    case 'booleen':
      return true;
    case 'rien':
      return null;
    case 'ou-rien':
      return text === '' ? null : text;
    default:
      return text;
  }
}

/**
 * Put a value at a path; lists and objects on the way are made. Null in the way gives place.
 * @param {Container} root
 * @param {(string | number)[]} keys
 * @param {unknown} value
 */
function put(root, keys, value) {
  let at = /** @type {any} */ (root);
  keys.forEach((key, rank) => {
    if (typeof key === 'number') while (at.length < key) at.push(null);
    const next = keys[rank + 1];
    if (next === undefined) at[key] = value;
    else at = at[key] ??= typeof next === 'number' ? [] : {};
  });
}

/**
 * Whether a field stands beside the scenario: the rules are told of it apart.
 * @param {Field} field
 */
function isAside(field) {
  return field.closest('[data-a-part]') !== null;
}

/**
 * What stands beside the scenario.
 * @param {HTMLFormElement} form
 */
export function readAside(form) {
  return readForm(form, isAside);
}

/**
 * The scenario that the form holds. Empty fields that are not required are left out.
 * @param {HTMLFormElement} form
 * @param {(field: Field) => boolean} [chosen] which fields to read
 * @returns {Container}
 */
export function readForm(form, chosen = (field) => !isAside(field)) {
  /** @type {Container} */
  const scenario = {};
  for (const field of fieldsOf(form)) {
    if (!applies(field) || !counts(field) || field.dataset.demande || !chosen(field)) continue;
    if (field.name.endsWith('[]')) {
      const keys = keysOf(field.name);
      put(scenario, [...keys, countAt(scenario, keys)], valueOf(field));
      continue;
    }
    const value = valueOf(field);
    // A die that the rules call for: they say so themselves when it lacks.
    const called = field.closest('[data-du]') !== null;
    const optional = called || field.dataset.genre === 'entier' || field.dataset.genre === 'facultatif';
    if (optional && (value === null || value === '')) continue;
    put(scenario, keysOf(field.name), value);
  }
  return scenario;
}

/**
 * How many items the list at a path has so far.
 * @param {Container} root
 * @param {(string | number)[]} keys
 */
function countAt(root, keys) {
  const found = keys.reduce((at, key) => at?.[key], /** @type {any} */ (root));
  return Array.isArray(found) ? found.length : 0;
}
