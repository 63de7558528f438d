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
 * @param {HTMLElement} root
 * @returns {() => void} to be called once everything is made anew
 */
export function holdFocus(root) {
  const active = document.activeElement;
  const place = active instanceof HTMLButtonElement && root.contains(active) ? active.closest('[data-vue]') : null;
  if (!active || !place) return () => {};
  const name = nameOf(active);
  const listed = active.closest('li') !== null;
  const rank = buttonsOf(place, listed).indexOf(/** @type {HTMLElement} */ (active));
  return () => {
    if (active.isConnected) return;
    const buttons = buttonsOf(place, listed);
    const next = buttons.find((button) => nameOf(button) === name) ?? buttons[Math.min(rank, buttons.length - 1)];
    const heading = /** @type {HTMLElement | null} */ (place.querySelector('h3'));
    if (!next && heading) heading.tabIndex = -1;
    (next ?? heading)?.focus();
  };
}
