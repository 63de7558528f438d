/**
 * The entry of a page that holds its forms already: every calculator in it shares one Python.
 */

import { mount } from './calculator.js';
import { createEngine } from './engine.js';

const engine = createEngine({ base: new URL('./', import.meta.url) });
for (const root of document.querySelectorAll('[data-calcul]')) mount(/** @type {HTMLElement} */ (root), engine);
