/**
 * Whether a finger is down. What changes by itself, an answer that comes, waits until it has left:
 * what it stands on would move away, and the press would come to nothing.
 */

/** A press that lasts longer is none: a text that is being selected, or its end went unheard. */
const LONGEST_MS = 1000;
/** A finger's click follows its leaving by a moment. */
const CLICK_MS = 100;

/** @type {(() => void)[]} */
let waiting = [];
let down = false;
let timer = 0;

function end() {
  clearTimeout(timer);
  down = false;
  const told = waiting;
  waiting = [];
  for (const each of told) each();
}

/** @param {number} within */
function endSoon(within) {
  clearTimeout(timer);
  timer = setTimeout(end, within);
}

addEventListener('pointerdown', () => {
  down = true;
  endSoon(LONGEST_MS);
}, { capture: true, passive: true });
addEventListener('pointerup', () => endSoon(CLICK_MS), { capture: true, passive: true });
for (const name of ['click', 'pointercancel']) addEventListener(name, end, { capture: true, passive: true });

/** @returns {Promise<void>} settled once nothing is being pressed */
export function released() {
  if (!down) return Promise.resolve();
  return new Promise((done) => {
    waiting.push(done);
  });
}
