/**
 * The focus, where what Python shows is made anew under it: it goes to the button that stands for
 * the one that was pressed, to the next where there is none, or to the heading.
 */

/**
 * Buttons of a place that stand in its lines, or those that do not.
 * @param {Element} place
 * @param {boolean} listed
 */
function buttonsOf(place, listed) {
  const all = /** @type {HTMLElement[]} */ ([...place.querySelectorAll('button')]);
  return all.filter((button) => (button.closest('li') !== null) === listed);
}

/** @param {Element} button */
function nameOf(button) {
  return button.getAttribute('aria-label') ?? button.textContent ?? '';
}

/**
 * Remember a button of a place that is about to be made anew.
 * @param {HTMLElement} button
 * @returns {() => {same?: HTMLElement, next?: HTMLElement}} the button that stands for it by now, of
 *   several that bear its name the one nearest to where it stood; and the one at its rank
 */
export function heirsOf(button) {
  const place = button.closest('[data-vue]');
  if (!place) return () => ({ same: button });
  const name = nameOf(button);
  const listed = button.closest('li') !== null;
  const rank = buttonsOf(place, listed).indexOf(button);
  return () => {
    if (button.isConnected) return { same: button };
    const buttons = buttonsOf(place, listed);
    const far = (/** @type {HTMLElement} */ each) => Math.abs(buttons.indexOf(each) - rank);
    const [same] = buttons.filter((each) => nameOf(each) === name).sort((one, other) => far(one) - far(other));
    return { same, next: buttons[Math.min(rank, buttons.length - 1)] };
  };
}

/**
 * @param {HTMLElement} root
 * @returns {() => void} to be called once everything is made anew
 */
export function holdFocus(root) {
  const active = document.activeElement;
  const place = active instanceof HTMLButtonElement && root.contains(active) ? active.closest('[data-vue]') : null;
  if (!(active instanceof HTMLElement) || !place) return () => {};
  const found = heirsOf(active);
  return () => {
    const { same, next } = found();
    if (same === active) return;
    const heading = /** @type {HTMLElement | null} */ (place.querySelector('h3'));
    if (!same && !next && heading) heading.tabIndex = -1;
    (same ?? next ?? heading)?.focus();
  };
}
