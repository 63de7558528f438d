/**
 * The entry of a page that holds its forms already: the calculators of a game share one
 * Python.
 */

import { mount } from './calculator.js';
import { createEngine } from './engine.js';
import { startWhenNear } from './start.js';

const base = new URL('./', import.meta.url);
document.dispatchEvent(new Event('ncalc:naissant')); // what guard.js keeps is the form's from here on
for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-calcul]'))) {
  const engine = createEngine({ base, jeu: root.dataset.jeu ?? '' });
  startWhenNear(root, engine);
  mount(root, engine);
}
document.querySelector('[data-muet]')?.remove();
