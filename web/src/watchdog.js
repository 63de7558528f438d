/**
 * Notices silence: `onSilence` is called once when `delayMs` pass without `touch()`.
 *
 * It counts beats instead of reading the clock: a phone that sleeps, or a tab that the browser
 * freezes, wakes up with minutes gone in which nothing could have moved.
 */

const BEATS = 30;

/**
 * @param {number} delayMs
 * @param {() => void} onSilence
 * @returns {{touch(): void, stop(): void}} `touch` starts it, or starts the wait again
 */
export function createWatchdog(delayMs, onSilence) {
  let left = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  function stop() {
    clearInterval(timer);
    timer = undefined;
  }

  function beat() {
    left -= 1;
    if (left > 0) return;
    stop();
    onSilence();
  }

  return {
    touch() {
      left = BEATS;
      timer ??= setInterval(beat, delayMs / BEATS);
    },
    stop,
  };
}
