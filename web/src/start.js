/**
 * When to start: not with the page, since the runtime weighs megabytes that a reader who only
 * wants the article never needs, but early enough for Python to be there before the click.
 */

import { savesData } from './early.js';

/** Distance, in heights of the window, at which a calculator counts as near. */
const MARGIN = '100% 0px';
const TOUCHES = ['pointerdown', 'focusin', 'keydown'];

/**
 * Start the engine when `element` comes near the screen, or is touched. On a connection where
 * bytes are to be saved, only when it is touched.
 * @param {Element} element
 * @param {{start(): void}} engine
 * @returns {() => void} gives up waiting
 */
export function startWhenNear(element, engine) {
  /** @type {IntersectionObserver | null} */
  let observer = null;

  function stop() {
    observer?.disconnect();
    for (const name of TOUCHES) element.removeEventListener(name, begin);
  }

  function begin() {
    stop();
    engine.start();
  }

  for (const name of TOUCHES) element.addEventListener(name, begin, { passive: true });
  if (savesData()) return stop;
  if (isNear(element)) begin();
  else {
    observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) begin();
    }, { rootMargin: MARGIN });
    observer.observe(element);
  }
  return stop;
}

/**
 * What the observer would say, without waiting for it to look: the page is painted meanwhile.
 * @param {Element} element
 */
function isNear(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > -innerHeight && top < 2 * innerHeight;
}
