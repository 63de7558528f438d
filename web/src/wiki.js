/**
 * The entry inside a wiki: puts a calculator in the place of every placeholder
 * (`<div class="nephilim-calc" data-calcul="…">`), whenever the wiki shows content. Those of a
 * game share one Python. A placeholder keeps its own text until the form stands; if that cannot be had, it keeps
 * it for good, with the sentence that the loader has for that.
 */

import { holdAnchor } from './anchor.js';
import { mount } from './calculator.js';
import { fetchSound } from './downloads.js';
import { createEngine } from './engine.js';
import { FINGERPRINTS } from './fingerprints.js';
import { buildForm } from './mount.js';
import { startWhenNear } from './start.js';
import { nextTask } from './task.js';

/** @typedef {import('./mount.js').FormTree} FormTree */
/** @typedef {{hook(name: string): {add(handler: (content: {toArray(): Element[]}) => void): void}}} MediaWiki */

const BASE = new URL('./', import.meta.url);
const NAME = /^[a-z][a-z-]*$/;
const PLACEHOLDER = '.nephilim-calc[data-calcul]';

/** Placeholders that were seen, mounted or not. @type {WeakSet<Element>} */
const seen = new WeakSet();
/** Forms asked for, by calculator. @type {Map<string, Promise<FormTree | null>>} */
const forms = new Map();
/** @type {Promise<void> | null} */
let style = null;
let number = 0;

/** What to say where a form cannot be had: the loader that called this script knows. */
const failure = [...document.scripts].find((script) => script.src === import.meta.url)?.dataset.panne ?? '';

/**
 * The form of a calculator, or null if there is none of that name.
 * @param {string} calcul
 * @returns {Promise<FormTree | null>}
 */
function formOf(calcul) {
  let form = forms.get(calcul);
  if (!form) {
    form = fetchForm(calcul);
    forms.set(calcul, form);
    form.catch(() => forms.delete(calcul)); // the next placeholder may have more luck
  }
  return form;
}

/** @param {string} calcul */
async function fetchForm(calcul) {
  if (!NAME.test(calcul)) return null;
  const name = `formulaires/${calcul}.json`;
  if (!FINGERPRINTS[name]) return null; // the build made none
  const bytes = await fetchSound(new URL(name, BASE), name);
  return /** @type {FormTree} */ (JSON.parse(new TextDecoder().decode(bytes)));
}

/** The style, once a page; a calculator without it is better than none. */
function addStyle() {
  style ??= new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL('calculateur.css', BASE).href;
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
  return style;
}

/**
 * @param {HTMLElement} placeholder
 * @param {string} prefix of every id in it
 */
async function fill(placeholder, prefix) {
  try {
    const [form] = await Promise.all([formOf(placeholder.dataset.calcul ?? ''), addStyle()]);
    if (!form) return;
    const root = buildForm(form, prefix);
    await nextTask(); // to build and to mount at once would hold up the article
    placeholder.replaceChildren(root);
    const engine = createEngine({ base: BASE, jeu: root.dataset.jeu ?? '' });
    startWhenNear(root, engine);
    mount(root, engine);
    holdAnchor();
  } catch (error) {
    console.error(error);
    if (!failure) return;
    const told = document.createElement('p');
    told.setAttribute('role', 'status');
    told.textContent = failure;
    placeholder.append(told);
  }
}

/** @param {ParentNode[]} parts */
function fillAll(parts) {
  for (const part of parts) {
    for (const placeholder of part.querySelectorAll(PLACEHOLDER)) {
      if (seen.has(placeholder)) continue;
      seen.add(placeholder);
      number += 1;
      fill(/** @type {HTMLElement} */ (placeholder), `nc${number}-`);
    }
  }
}

fillAll([document]);
// Previews bring new content without a new page, and tell of it before it stands in the page. The
// wiki's own scripts may come after this one: its queue waits for them.
const wiki = /** @type {{mw: MediaWiki, RLQ?: unknown[]}} */ (/** @type {unknown} */ (globalThis));
wiki.RLQ ??= [];
wiki.RLQ.push(['mediawiki.base', () => {
  wiki.mw.hook('wikipage.content').add((content) => fillAll([document, ...content.toArray()]));
}]);
