/**
 * Links that carry a scenario in the fragment of the address: made and read by Python, opened when
 * the page is, or when the fragment changes. Opening one fills the form and does nothing else: it is
 * kept in this browser only once the reader has changed something, and till then stands in the address.
 */

import { announce } from './announce.js';
import { copyText } from './clipboard.js';
import { openDialog } from './dialog.js';
import { changedOf } from './reset.js';
import { show } from './tree.js';

/** @typedef {import('./calculator.js').Calculator} Calculator */

/**
 * Address of the article or page that stands here, with another fragment. Brackets in it are
 * written so that a chat takes them for part of the link.
 * @param {string} fragment
 */
function addressOf(fragment) {
  const url = new URL(location.href);
  const { mw } = /** @type {{mw?: {config: {get(name: string): string}, util?: {getUrl(title: string): string}}}} */ (/** @type {unknown} */ (globalThis));
  // The window may show the article being edited.
  if (mw?.util && mw.config.get('wgAction') !== 'view') url.href = new URL(mw.util.getUrl(mw.config.get('wgPageName')), url).href;
  url.hash = fragment;
  return url.href.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
}

/**
 * @param {Calculator} calculator
 * @returns {{isAsOpened(): boolean}} whether the form still holds what a link has brought
 */
export function offerLink(calculator) {
  const { root, calcul, engine } = calculator;
  const prefix = `#ncalc-${calcul}-`;
  /** What a link brought, as the form holds it. */
  let brought = '';
  let fragment = '';
  /** What opening it did. @type {import('./history.js').Step | null} */
  let opened = null;
  const box = /** @type {HTMLElement | null} */ (root.querySelector('[data-ouverture]'));

  calculator.history.watch(() => {
    if (!opened || calculator.history.stands(opened)) return;
    opened = null;
    if (box) box.hidden = true;
  });

  function isAsOpened() {
    if (!brought) return false;
    if (JSON.stringify(calculator.read()) === brought) return true;
    brought = '';
    if (location.hash === fragment) history.replaceState(history.state, '', location.pathname + location.search);
    return false;
  }

  async function open() {
    const { hash } = location;
    if (!root.isConnected || !hash.startsWith(prefix) || document.querySelector(`.ncalc[data-calcul="${root.dataset.calcul}"]`) !== root) return;
    root.scrollIntoView({ block: 'start' });
    const answer = await engine.call('ouvrir', { calcul, texte: JSON.stringify({ fragment: hash }) }, { canal: `${calcul} ouvrir` }).catch(() => null);
    if (!answer || location.hash !== hash) return;
    if ('erreurs' in answer) {
      if (box) box.hidden = false;
      const said = document.createElement('p');
      said.textContent = answer.erreurs.map((/** @type {{message: string}} */ each) => each.message).join(' ');
      box?.querySelector('[data-vue]')?.replaceChildren(said);
      return;
    }
    calculator.giveUp(); // an answer to what the form held before would speak of another fight
    const said = changedOf(calculator.form).length > 0 ? 'lien' : '';
    calculator.replace(answer.resultat.scenario, said, calculator.leave(false)); // opening keeps nothing
    brought = JSON.stringify(calculator.read());
    fragment = hash;
    show(root, answer.vue);
    opened = calculator.history.last;
    if (box) box.hidden = false;
  }

  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.matches('[data-partager]')) share();
    if (button?.matches('[data-ranger]')) /** @type {HTMLElement} */ (button.closest('.ncalc-avis')).hidden = true;
  });

  const dialog = root.querySelector('[data-partage]');
  const field = /** @type {HTMLTextAreaElement | null | undefined} */ (dialog?.querySelector('[data-adresse]'));
  const told = dialog?.querySelector('[data-annonce]') ?? null;
  const without = /** @type {HTMLInputElement | null | undefined} */ (dialog?.querySelector('[data-sans]'));
  const side = /** @type {HTMLSelectElement | null | undefined} */ (dialog?.querySelector('[data-sans-cote]'));
  const copy = dialog?.querySelector('[data-copier-lien]');
  const send = dialog?.querySelector('[data-envoyer]');

  async function share() {
    if (!openDialog(dialog) || !field || !copy) return;
    field.value = '';
    const asked = calculator.ask('lien', { sans: without?.checked ? side?.value ?? '' : '' }).then((answer) => {
      if (!answer || 'erreurs' in answer) throw new Error('lien');
      show(root, answer.vue);
      field.value = addressOf(answer.resultat.fragment);
      return field.value;
    });
    announce(told, 'prepare');
    await copyText(root, copy, asked, field);
    announce(told, '');
  }

  if (side && without) {
    without.addEventListener('change', () => {
      /** @type {HTMLElement} */ (side.parentElement).hidden = !without.checked;
      share();
    });
    side.addEventListener('change', share);
  }
  copy?.addEventListener('click', () => {
    if (field?.value) copyText(root, copy, Promise.resolve(field.value), field);
  });
  if (send instanceof HTMLElement && 'share' in navigator) {
    send.hidden = false;
    send.addEventListener('click', () => {
      if (field?.value) navigator.share({ title: document.title, url: field.value }).catch(() => {}); // given up by the reader
    });
  }
  addEventListener('hashchange', open);
  open();
  return { isAsOpened };
}
