/**
 * What can be done with an outcome: copy it in one of several forms, each made by Python from the
 * very scenario that was resolved, whatever the form holds by now.
 */

import { copyText } from './clipboard.js';

/** @typedef {import('./calculator.js').Calculator} Calculator */

/**
 * @param {Calculator} calculator
 * @returns {(scenario: object, tour: unknown) => void} to be told each scenario that was resolved, and how it was told
 */
export function offerOutcome({ root, calcul, engine }) {
  let texte = '';
  /** @type {unknown} */
  let tour = 0;
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-forme]') : null;
    if (!(button instanceof HTMLElement)) return;
    const asked = engine.call('copie', { calcul, texte, demande: { forme: button.dataset.forme, tour } });
    copyText(root, button, asked.then((answer) => /** @type {string} */ (answer.resultat.texte)));
  });
  return (scenario, told) => {
    texte = JSON.stringify(scenario);
    tour = told;
  };
}
