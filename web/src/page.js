/**
 * The entry of a page that holds its forms already: the calculators of a game share one
 * Python.
 */

import { mount } from './calculator.js';
import { createEngine } from './engine.js';

const base = new URL('./', import.meta.url);
for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-calcul]'))) {
  mount(root, createEngine({ base, jeu: root.dataset.jeu ?? '' }));
}
document.querySelector('[data-muet]')?.remove();
