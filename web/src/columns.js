/**
 * A list of the form that grows: each further item is a copy of the first, with its own rank in
 * every name, id and condition.
 */

import { unmark } from './faults.js';

/** Attributes that hold an id, or several. */
const IDS = ['id', 'for', 'aria-describedby', 'aria-labelledby', 'data-lancer'];

/**
 * Give a copy its rank.
 * @param {Element} copy
 * @param {string} list name of the list
 * @param {number} rank
 */
function renumber(copy, list, rank) {
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    const name = element.getAttribute('name');
    if (name) element.setAttribute('name', name.replace('[0]', `[${rank}]`));
    for (const attribute of IDS) {
      const value = element.getAttribute(attribute);
      if (value) element.setAttribute(attribute, value.replace(/-0(?=-|$)/, `-${rank}`));
    }
    const condition = element.getAttribute('data-si');
    if (condition) element.setAttribute('data-si', condition.replaceAll(`${list}[0]`, `${list}[${rank}]`));
  }
}

/**
 * What was set in the first item stands in the copy too: several targets are often alike.
 * @param {Element} from
 * @param {Element} to
 */
function copyState(from, to, { names = true, dice = true } = {}) {
  const sources = from.querySelectorAll('input, select');
  to.querySelectorAll('input, select').forEach((field, rank) => {
    const source = sources[rank];
    if (field instanceof HTMLSelectElement && source instanceof HTMLSelectElement) field.value = source.value;
    if (!(field instanceof HTMLInputElement) || !(source instanceof HTMLInputElement)) return;
    if ((field.dataset.faces && !dice) || (field.dataset.genre === 'texte' && !names && !dice)) return;
    field.checked = source.checked;
    const own = field.dataset.faces || (field.dataset.genre === 'texte' && !names);
    field.value = own ? '' : source.value;
  });
}

/**
 * Let a list grow and shrink.
 * @param {HTMLElement} list holds the items and the button that adds one
 * @param {() => void} changed told after each change
 */
export function growing(list, changed) {
  const name = list.dataset.liste ?? '';
  const maximum = Number(list.dataset.maximum);
  const first = /** @type {HTMLElement} */ (list.querySelector('[data-rang]'));
  const add = /** @type {HTMLButtonElement} */ (list.querySelector('[data-ajouter]'));
  const conditional = /** @type {HTMLElement | null} */ (add.closest('[data-si]'));

  const items = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[data-rang]')]);

  /** Say which rank each item has, and what can be done with it; those that wait do not count. */
  function label() {
    const all = items();
    const several = all.filter((item) => !item.closest('fieldset:disabled')).length > 1;
    all.forEach((item, rank) => {
      const shown = /** @type {HTMLElement} */ (item.querySelector('[data-numero]'));
      shown.textContent = String(rank + 1);
      shown.hidden = !several;
      const everywhere = item.querySelector('[data-repandre]');
      if (everywhere instanceof HTMLElement) everywhere.hidden = rank > 0 || !several;
      const removing = /** @type {HTMLElement} */ (item.querySelector('[data-retirer]'));
      removing.hidden = rank === 0;
    });
    add.disabled = all.length >= maximum;
  }

  function number() {
    label();
    changed();
  }

  list.closest('form')?.addEventListener('input', label);
  list.closest('form')?.addEventListener('change', label);

  function append() {
    const rank = items().length;
    const copy = /** @type {HTMLElement} */ (first.cloneNode(true));
    for (const field of copy.querySelectorAll('[aria-invalid]')) unmark(field);
    copy.querySelector('[data-pave]')?.remove();
    copyState(first, copy, { names: false });
    copy.dataset.rang = String(rank);
    renumber(copy, name, rank);
    // The copy applies only where several are possible; what it holds survives a detour.
    const wrapper = document.createElement('fieldset');
    wrapper.className = 'ncalc-copie';
    if (conditional) wrapper.dataset.si = conditional.dataset.si;
    wrapper.append(copy);
    (conditional ?? add).before(wrapper);
    number();
    return copy;
  }

  /** What the first item holds, but for names and dice, goes to all the others. */
  function spread() {
    for (const item of items().slice(1)) copyState(first, item, { names: false, dice: false });
    changed();
  }

  /** @param {HTMLElement} item */
  function remove(item) {
    const all = items();
    const gone = all.indexOf(item);
    // Those behind it move up by copying, so that ranks have no gap.
    for (let rank = gone; rank + 1 < all.length; rank += 1) {
      moveState(/** @type {HTMLElement} */ (all[rank + 1]), /** @type {HTMLElement} */ (all[rank]));
    }
    all.at(-1)?.closest('.ncalc-copie')?.remove();
    number();
    return items()[Math.min(gone, items().length - 1)];
  }

  list.addEventListener('click', ({ target, isTrusted }) => {
    if (!(target instanceof Element)) return;
    /** Where the reader goes on. @type {Element | undefined} */
    let next;
    if (target.closest('[data-ajouter]')) next = append();
    if (target.closest('[data-repandre]')) spread();
    const item = target.closest('[data-retirer]') && target.closest('[data-rang]');
    if (item instanceof HTMLElement) next = remove(item);
    if (isTrusted) next?.querySelector('input')?.focus(); // a form that is being filled moves no focus
  });
}

/**
 * @param {Element} from
 * @param {Element} to
 */
function moveState(from, to) {
  copyState(from, to);
  const dice = from.querySelectorAll('input[data-faces]');
  to.querySelectorAll('input[data-faces]').forEach((die, rank) => {
    /** @type {HTMLInputElement} */ (die).value = /** @type {HTMLInputElement} */ (dice[rank]).value;
  });
}
