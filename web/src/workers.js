/**
 * Opens the worker: from which address, after which check, and whether this browser has such workers.
 */

import { fetchSound } from './downloads.js';
import { FINGERPRINTS } from './fingerprints.js';

const NAME = 'worker.js';
export const WORKER = new URL(`./${NAME}`, import.meta.url);

/** Whether it is known what the worker's script must be. */
export function isVouchedFor() {
  return FINGERPRINTS[NAME] !== undefined;
}

/** A look that was begun before anyone asked for it. @type {Promise<unknown> | null} */
let ahead = null;

/** Begin to look at the worker's script: it is small, and all downloads wait for it. */
export function lookAhead() {
  if (ahead || !isVouchedFor()) return;
  ahead = fetchSound(WORKER, NAME);
  ahead.catch(() => {}); // whoever asks for it hears of it
}

/**
 * Look at the worker's script before it runs: one that runs cannot be called back.
 * @param {URL} address
 * @returns {Promise<unknown>} rejected with an EngineError
 */
export function soundWorker(address) {
  if (ahead && address.href === WORKER.href) return ahead;
  return fetchSound(address, NAME, address.search ? 'reload' : 'default');
}

/**
 * @param {number} attempt a second one goes to an address of its own: a request that hangs would
 *   hold up those to the same, and a cached copy that is damaged would come back
 */
export function addressOf(attempt) {
  const url = new URL(WORKER);
  if (attempt > 1) url.search = `essai=${attempt}`;
  return url;
}

/**
 * The only address that scripts of this page ever make of a text, for browsers that ask to be told
 * (Trusted Types). Null where they do not ask, or have been told to refuse.
 */
function trust() {
  const { trustedTypes } = /** @type {{trustedTypes?: {createPolicy(name: string, rules: object): {createScriptURL(text: string): string}}}} */ (
    /** @type {unknown} */ (globalThis)
  );
  try {
    return trustedTypes?.createPolicy('nephilim-calc', { createScriptURL: (/** @type {string} */ text) => text }) ?? null;
  } catch {
    return null;
  }
}
const policy = trust();

/**
 * A module worker, or null where the browser has none: an old one does not read `type`.
 * @param {URL} url
 */
export function openWorker(url) {
  let read = false;
  const options = {
    /** @returns {WorkerType} */
    get type() {
      read = true;
      return 'module';
    },
  };
  try {
    const worker = new Worker(policy ? policy.createScriptURL(url.href) : url, options);
    if (read) return worker;
    worker.terminate();
  } catch {
    // No Worker at all, or one that refuses the address: null as well.
  }
  return null;
}
