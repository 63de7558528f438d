/**
 * A journal that cannot be read any more: its text is put aside in this browser, where its owner
 * finds it until he closes the message, whatever the journal has become by then.
 */

import { copyText } from './clipboard.js';
import { forget, read, write } from './store.js';

/**
 * @param {HTMLElement} root
 * @param {string} calcul
 * @returns {{put(text: string): void}} to be given such a text
 */
export function offerAside(root, calcul) {
  const key = `ncalc:journal-abime:${calcul}`;
  const box = /** @type {HTMLElement | null} */ (root.querySelector('[data-journal-abime]'));
  const field = box?.querySelector('textarea');

  function show() {
    const text = read(key) ?? '';
    if (!box || !field || !text) return;
    field.value = text;
    box.hidden = false;
  }

  box?.querySelector('[data-copier-abime]')?.addEventListener('click', ({ currentTarget }) => {
    if (field) copyText(root, /** @type {Element} */ (currentTarget), Promise.resolve(field.value), field);
  });
  box?.querySelector('[data-ranger]')?.addEventListener('click', () => forget(key));
  show();
  return {
    put(text) {
      const before = read(key) ?? '';
      if (!before.includes(text)) write(key, before ? `${before}\n${text}` : text);
      show();
    },
  };
}
