/**
 * Time that passes when it is told to. The one of `node:test` lets an interval go on that is
 * stopped while it is being told, in Node 20.
 */

/** @type {Map<number, {at: number, every: number | null, told: () => void}>} */
const timers = new Map();
const real = { setTimeout, clearTimeout, setInterval, clearInterval };
let now = 0;
let number = 0;

/** @param {boolean} again */
const set = (again) => (told, ms = 0) => {
  number += 1;
  timers.set(number, { at: now + ms, every: again ? ms : null, told });
  return number;
};
const clear = (id) => { timers.delete(id); };

/** Put it in the place of the real one. */
export function stopTime() {
  now = 0;
  timers.clear();
  Object.assign(globalThis, { setTimeout: set(false), setInterval: set(true), clearTimeout: clear, clearInterval: clear });
}

export function releaseTime() {
  Object.assign(globalThis, real);
}

/**
 * Let time pass, and all be told that falls into it.
 * @param {number} ms
 */
export function pass(ms) {
  const end = now + ms;
  for (;;) {
    const [next] = [...timers].sort(([, one], [, other]) => one.at - other.at);
    if (!next || next[1].at > end) break;
    const [id, timer] = next;
    now = timer.at;
    if (timer.every === null) timers.delete(id);
    else timer.at += timer.every;
    timer.told();
  }
  now = end;
}
