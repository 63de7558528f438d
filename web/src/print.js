/**
 * On paper nothing can be unfolded: the calculation and every fold that holds a choice are opened
 * for the printer, and closed again after it.
 */

/** @type {Set<HTMLDetailsElement>} */
const opened = new Set();

window.addEventListener('beforeprint', () => {
  for (const fold of document.querySelectorAll('.ncalc details:not([open])')) {
    const count = fold.querySelector('[data-compte-de]');
    const told = fold.closest('[data-resultats]') !== null || (count instanceof HTMLElement && !count.hidden);
    if (!told || !(fold instanceof HTMLDetailsElement)) continue;
    fold.open = true;
    opened.add(fold);
  }
});

window.addEventListener('afterprint', () => {
  for (const fold of opened) fold.open = false;
  opened.clear();
});
