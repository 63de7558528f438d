/**
 * The menu of a calculator's bar, and the keys that undo and do again.
 */

/** The calculator that was touched last: keys pressed nowhere are meant for it. @type {Element | null} */
let current = null;

/**
 * Open and close the menu.
 * @param {HTMLElement} root
 */
export function offerMenu(root) {
  const button = root.querySelector('[data-menu]');
  const menu = button?.nextElementSibling;
  if (!(button instanceof HTMLElement) || !(menu instanceof HTMLElement)) return;

  /** @param {boolean} open */
  function turn(open) {
    /** @type {HTMLElement} */ (menu).hidden = !open;
    /** @type {HTMLElement} */ (button).setAttribute('aria-expanded', String(open));
  }

  button.addEventListener('click', () => turn(menu.hidden === true));
  // One that undoes stays open: the next step is often undone too.
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button') && !target.closest('[data-reste]')) turn(false);
  });
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || menu.hidden) return;
    turn(false);
    button.focus();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !button.contains(target) && !menu.contains(target)) turn(false);
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && relatedTarget !== button && !menu.contains(relatedTarget)) turn(false);
  });
}

/** @param {EventTarget | null} target */
function takesText(target) {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type));
}

/**
 * Undo and redo by buttons and keys. In a field that is being typed in, the keys are the browser's.
 * @param {HTMLElement} root
 * @param {(way: 'undo' | 'redo') => void} move
 */
export function offerUndo(root, move) {
  let atFocus = '';
  for (const name of ['pointerdown', 'focusin']) {
    root.addEventListener(name, ({ target }) => {
      current = root;
      if (name === 'focusin' && takesText(target)) atFocus = /** @type {HTMLInputElement} */ (target).value;
    });
  }
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.matches('[data-defaire]')) move('undo');
    if (button?.matches('[data-refaire]')) move('redo');
  });
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !root.isConnected) return;
    const letter = key.toLowerCase();
    if (letter !== 'z' && letter !== 'y') return;
    const own = target === document.body ? current : target instanceof Element && target.closest('[data-calcul][data-etat]');
    if (own !== root) return;
    if (takesText(target) && /** @type {HTMLInputElement} */ (target).value !== atFocus) return;
    event.preventDefault();
    if (letter === 'y' || event.shiftKey) move('redo');
    else move('undo');
    if (takesText(target)) atFocus = /** @type {HTMLInputElement} */ (target).value;
  });
}

/**
 * Say what can be undone and done again. The buttons stay in reach, so that none loses the focus.
 * @param {HTMLElement} root
 * @param {import('./history.js').History} history
 */
export function showUndo(root, history) {
  for (const button of root.querySelectorAll('button[data-defaire]')) button.setAttribute('aria-disabled', String(!history.canUndo));
  for (const button of root.querySelectorAll('button[data-refaire]')) button.setAttribute('aria-disabled', String(!history.canRedo));
}
