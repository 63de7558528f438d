/** Keeps under the reader's finger what he has pressed, while the page changes around it. */

/**
 * Remember where an element stands in the window.
 * @param {Element | null | undefined} element
 * @returns {(now?: Element | null) => void} scrolls so that it, or what has taken its place, stands
 *   there again
 */
export function holdStill(element) {
  if (!element) return () => {};
  const before = element.getBoundingClientRect().top;
  return (now = element) => {
    if (now?.isConnected) scrollBy({ top: now.getBoundingClientRect().top - before, behavior: 'instant' });
  };
}
