/**
 * Dice: fair, from the browser's cryptographic source; and two pads of ten keys to type one by touch.
 */

/** @typedef {HTMLInputElement} Die */

/** A tap gives the focus before it clicks: what is under the finger may move only afterwards. */
const LEAVING_MS = 300;
/** Dice that two pads of ten keys can type. */
const PAD_FACES = '100';

/**
 * A fair roll of 1 to `faces` (256 at most): bytes that would favour the low faces are thrown away.
 * @param {number} faces
 */
export function roll(faces) {
  const fair = 256 - (256 % faces);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (/** @type {number} */ (byte[0]) >= fair);
  return (/** @type {number} */ (byte[0]) % faces) + 1;
}

/**
 * Dice of a form that apply now.
 * @param {ParentNode} root
 */
export function diceOf(root) {
  return /** @type {Die[]} */ ([...root.querySelectorAll('input[data-faces]')]).filter((die) => !die.matches(':disabled'));
}

/**
 * Show a roll in its field as players read it: two digits, the highest face as zeros.
 * @param {Die} die
 * @param {number} value
 */
export function setDie(die, value) {
  const faces = Number(die.dataset.faces);
  const digits = String(faces - 1).length;
  die.value = String(value % faces).padStart(digits, '0');
  die.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Roll a die into its field.
 * @param {Die} die
 */
export function rollDie(die) {
  setDie(die, roll(Number(die.dataset.faces)));
}

/**
 * Roll every die that applies, one after the other: one may make the next apply, or no longer.
 * @param {ParentNode} root
 * @param {Set<Die>} [rolled] those that have been rolled already; the others are added
 * @returns {Set<Die>}
 */
export function rollAll(root, rolled = new Set()) {
  for (;;) {
    const next = diceOf(root).find((die) => !rolled.has(die));
    if (!next) return rolled;
    rolled.add(next);
    rollDie(next);
  }
}

/**
 * On a touch screen a die that is touched offers tens and units as keys, instead of the keyboard.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} pads the two pads, kept aside in the form
 */
export function offerPads(form, pads) {
  const coarse = matchMedia('(pointer: coarse)');
  /** @type {Die | null} */
  let die = null;
  let leaving = 0;
  let showing = 0;

  form.addEventListener('submit', () => clearTimeout(showing)); // the result comes into sight
  form.addEventListener('focusin', ({ target }) => {
    if (target instanceof Node && !pads.contains(target)) clearTimeout(showing);
    if (!(target instanceof HTMLInputElement) || target.dataset.faces !== PAD_FACES) {
      if (!(target instanceof Node) || pads.contains(target)) return;
      clearTimeout(leaving);
      leaving = setTimeout(() => { pads.hidden = true; }, LEAVING_MS);
      return;
    }
    if (!coarse.matches) return;
    clearTimeout(leaving);
    target.inputMode = 'none';
    die = target;
    target.closest('fieldset')?.append(pads);
    pads.hidden = false;
    press();
    showing = setTimeout(() => pads.scrollIntoView({ block: 'nearest' }), LEAVING_MS);
  });

  // Typed, rolled, put in or taken back: the keys show what the die holds.
  for (const name of ['input', 'change']) form.addEventListener(name, () => { if (!pads.hidden) press(); });

  pads.addEventListener('pointerdown', (event) => event.preventDefault()); // the die keeps the focus
  pads.addEventListener('click', ({ target }) => {
    const key = target instanceof Element ? target.closest('button') : null;
    if (!die || !key) return;
    const typed = die.value.padStart(2, '0').slice(-2);
    const tens = key.dataset.dizaine ?? typed[0];
    const units = key.dataset.unite ?? typed[1];
    die.value = `${tens}${units}`;
    die.dispatchEvent(new Event('input', { bubbles: true }));
  });

  function press() {
    const typed = die?.value ? die.value.padStart(2, '0').slice(-2) : '';
    for (const key of pads.querySelectorAll('button')) {
      const down = key.dataset.dizaine !== undefined ? key.dataset.dizaine === typed[0] : key.dataset.unite === typed[1];
      key.setAttribute('aria-pressed', String(down));
    }
  }
}
