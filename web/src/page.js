/**
 * The entry of a page that holds its forms already: the calculators of a game share one
 * Python.
 */

import { mount } from './calculator.js';
import { createEngine } from './engine.js';
import { startWhenNear } from './start.js';

/** Say how far the page is to guard.js, which keeps what is typed and pressed before it lives. @param {string} step */
function tell(step) {
  document.dispatchEvent(new Event(`ncalc:${step}`));
}

const base = new URL('./', import.meta.url);
tell('naissant');
for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-calcul]'))) {
  const engine = createEngine({ base, jeu: root.dataset.jeu ?? '' });
  startWhenNear(root, engine);
  mount(root, engine);
}
tell('vivant');
document.querySelector('[data-muet]')?.remove();
