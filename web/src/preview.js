/**
 * What is shown beside the form while it is being filled: `data-apercu` names the operations, the
 * quickest first; blocks with one of their own (`data-op`) ask for it while they are open.
 */

import { consult } from './consult.js';
import { show } from './tree.js';

/** @typedef {import('./calculator.js').Answer} Answer */

/**
 * @param {HTMLElement} root
 * @param {HTMLFormElement} form
 * @param {(op: string, demande?: object) => Promise<any>} ask gives null where nothing can be shown
 * @param {(op: string, resultat: unknown) => void} shown to be told what each answer says
 * @returns {(operations?: string) => Promise<void>} asks for all of it anew
 */
export function offerPreview(root, form, ask, shown) {
  /** @param {Element} block */
  function advise(block) {
    consult(/** @type {HTMLElement} */ (block), ask, (answer) => {
      if ('vue' in answer) {
        show(root, answer.vue);
        return;
      }
      const place = block.querySelector('[data-vue]');
      const said = document.createElement('p');
      said.textContent = answer.erreurs.map((/** @type {{message: string}} */ each) => each.message).join(' ');
      place?.replaceChildren(said);
    });
  }

  for (const block of form.querySelectorAll('details[data-op]')) {
    block.addEventListener('toggle', () => {
      if (/** @type {HTMLDetailsElement} */ (block).open) advise(block);
    });
  }

  return async (operations = root.dataset.apercu) => {
    for (const op of operations?.split(' ') ?? []) {
      const answer = /** @type {Answer | null} */ (await ask(op));
      if (!answer) continue;
      if ('vue' in answer) {
        show(root, answer.vue);
        shown(op, answer.resultat);
      }
      // What no longer follows from the form does not stay in sight; the reason does.
      else {
        for (const place of form.querySelectorAll('[data-vue]:not([data-hors] *)')) place.replaceChildren();
        const reason = document.createElement('p');
        reason.className = 'ncalc-raison'; // one line: the bar must not move under a finger
        reason.textContent = answer.erreurs[0]?.message ?? '';
        form.querySelector('[data-vue=seuils]')?.append(reason);
      }
    }
    for (const block of form.querySelectorAll('details[data-op][open]')) advise(block);
  };
}
