/**
 * Which fields apply: the one interpreter of the conditions that the build writes into the form.
 *
 * A condition is clauses joined by ";" that must all hold: `name=a,b` (the field has one of these
 * values) or `name!=a,b` (it has none of them); `90..100` stands for every number from one to the
 * other. "|" separates conditions of which one is enough. What does not apply is hidden and
 * disabled, so it keeps what was typed and is left out of the scenario; what is marked
 * `data-oublie` is emptied too: such a roll belongs to those before it. No game is known here.
 */

const SELECTOR = '[data-si]';
const WHOLE = /^\d{1,15}$/;

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * Fields of a form that have a name, whether they apply or not.
 * @param {ParentNode} root
 * @returns {Field[]}
 */
export function fieldsOf(root) {
  return /** @type {Field[]} */ ([...root.querySelectorAll('input[name], select[name], textarea[name]')]);
}

/**
 * Whether a field takes part: neither it nor a fieldset around it is disabled.
 * @param {Element} field
 */
export function applies(field) {
  return !field.matches(':disabled');
}

/**
 * Whether a field has a value: a box or a button counts when it is ticked.
 * @param {Field} field
 */
export function counts(field) {
  return !(field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) || field.checked;
}

/**
 * @param {ParentNode} root
 * @returns {Map<string, Set<string>>}
 */
function valuesOf(root) {
  const values = new Map();
  for (const field of fieldsOf(root)) {
    if (!applies(field) || !counts(field)) continue;
    const found = values.get(field.name) ?? new Set();
    values.set(field.name, found.add(field.value));
  }
  return values;
}

/**
 * Whether one of the values is the one that a clause names, or lies in its range.
 * @param {Set<string>} found
 * @param {string} wanted
 */
function meets(found, wanted) {
  const [low, high] = wanted.split('..');
  if (high === undefined) return found.has(wanted);
  return [...found].some((value) => WHOLE.test(value.trim()) && Number(value) >= Number(low) && Number(value) <= Number(high));
}

/**
 * @param {string} condition
 * @param {Map<string, Set<string>>} values
 */
export function holds(condition, values) {
  return condition.split('|').some((all) => all.split(';').every((clause) => {
    const [left = '', right = ''] = clause.split('=');
    const refused = left.endsWith('!');
    const found = values.get(refused ? left.slice(0, -1) : left) ?? new Set();
    return refused !== right.split(',').some((wanted) => meets(found, wanted));
  }));
}

/**
 * A choice made under a name holds for every list of that name that offers it: going from one
 * list to another does not lose it.
 * @param {Element} shown
 * @param {Map<string, string>} chosen
 */
function carryOver(shown, chosen) {
  for (const select of shown.querySelectorAll('select')) {
    const wanted = chosen.get(select.name);
    if (wanted === undefined || select.value === wanted) continue;
    if ([...select.options].some((option) => option.value === wanted)) select.value = wanted;
  }
}

/**
 * Empty the fields that are typed in.
 * @param {Element} place
 */
export function empty(place) {
  for (const field of place.querySelectorAll('input')) field.value = '';
}

/**
 * Show what applies and hide the rest, until nothing changes any more.
 * @param {HTMLFormElement} form
 * @param {Map<string, string>} [chosen] what the reader last chose, by name
 */
export function settle(form, chosen = new Map()) {
  const conditional = /** @type {HTMLFieldSetElement[]} */ ([...form.querySelectorAll(SELECTOR)]);
  for (let pass = 0; pass <= conditional.length; pass += 1) {
    let changed = false;
    const values = valuesOf(form);
    for (const element of conditional) {
      const shown = holds(element.dataset.si ?? '', values);
      if (shown === !element.hidden) continue;
      element.hidden = !shown;
      element.disabled = !shown;
      if (shown) carryOver(element, chosen);
      else if ('oublie' in element.dataset) empty(element);
      changed = true;
    }
    if (!changed) return;
  }
}
