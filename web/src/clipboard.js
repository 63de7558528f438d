/**
 * Copies text and says, beside what was pressed, whether it could; where that is not permitted the
 * text stands selected in a field, for the reader to copy it himself.
 */

import { announce } from './announce.js';

/** Marks a calculator whose buttons and folds are out of sight while it is being read. */
const READ = 'ncalc-lecture';

/**
 * Write what is still being made: begun with the press, as some browsers demand.
 * @param {Promise<string>} text
 */
async function write(text) {
  if (typeof ClipboardItem !== 'undefined') {
    const blob = text.then((made) => new Blob([made], { type: 'text/plain' }));
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      return;
    } catch {
      // one that takes no promise, or nothing at all: below
    }
  }
  await navigator.clipboard.writeText(await text);
}

/**
 * @param {HTMLElement} root
 * @param {Element} near what was pressed: the reader is looking there
 * @param {Promise<string>} text rejected where it cannot be had: then nothing happens
 * @param {HTMLTextAreaElement} [own] the field that shows it already
 */
export async function copyText(root, near, text, own) {
  const told = root.querySelector('[data-copie-dit]');
  const field = told?.querySelector('textarea');
  if (!told || !field) return;
  let outcome = 'reussi';
  try {
    await write(text);
  } catch {
    outcome = 'rate';
  }
  const made = await text.catch(() => null);
  if (made === null) return;
  near.after(told);
  announce(told, outcome);
  field.hidden = outcome === 'reussi' || own !== undefined;
  field.value = field.hidden ? '' : made;
  if (outcome !== 'reussi') (own ?? field).select();
}

/**
 * Copy what is shown as plain text, without what is there to be pressed.
 * @param {HTMLElement} root
 * @param {HTMLElement} button `data-copier-vue` names the places to copy
 */
export async function copyViews(root, button) {
  root.classList.add(READ);
  const places = (button.dataset.copierVue ?? '').split(' ').map((name) => root.querySelector(`[data-vue="${name}"]`));
  const texts = places.map((place) => /** @type {HTMLElement | null} */ (place)?.innerText.trim() ?? '');
  root.classList.remove(READ);
  await copyText(root, button, Promise.resolve(texts.filter(Boolean).join('\n\n')));
}
