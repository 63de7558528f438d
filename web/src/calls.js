/**
 * The calls to Python, one at a time, in order.
 *
 * The worker has one call in hand at most: so a newer call can take the place of one that waits
 * before anything was computed for it, and when the worker dies it is known of which call.
 */

import { EngineError, VERSION } from './protocol.js';
import { createWatchdog } from './watchdog.js';

/** @typedef {import('./protocol.js').Message} Message */
/** @typedef {import('./protocol.js').Raison} Raison */
/**
 * @typedef {object} Call
 * @property {string} op
 * @property {string} text its `corps` as JSON, fixed when the call was made
 * @property {string | undefined} canal
 * @property {number} tries how often it was handed to a worker
 * @property {boolean} replaced whether it was answered with null, though the worker has it
 * @property {(corps: unknown) => void} resolve
 * @property {(error: EngineError) => void} reject
 */

/** A call that two workers died of is not handed to a third. */
const MOST_TRIES = 2;

export class Calls {
  /** @type {Call[]} */
  #waiting = [];
  /** @type {Call | null} */
  #inHand = null;
  /** Number of the call in hand; never used twice, so that a late answer fits none. */
  #number = 0;
  /** @type {((text: string) => void) | null} */
  #send = null;
  #watchdog;

  /**
   * @param {number} timeoutMs longest wait for the call in hand
   * @param {() => void} onSilence
   */
  constructor(timeoutMs, onSilence) {
    this.#watchdog = createWatchdog(timeoutMs, onSilence);
  }

  /**
   * @param {string} op
   * @param {unknown} corps
   * @param {string} [canal]
   * @returns {Promise<any>}
   */
  async add(op, corps, canal) {
    const text = JSON.stringify(corps ?? null);
    if (canal !== undefined) this.#supersede(canal);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ op, text, canal, tries: 0, replaced: false, resolve, reject });
      this.#next();
    });
  }

  /**
   * There is a worker: hand it what waits.
   * @param {(text: string) => void} send
   */
  open(send) {
    this.#send = send;
    this.#next();
  }

  /**
   * The worker is gone: its call waits again, first, unless it has had its chances.
   * @param {Raison} reason
   */
  close(reason) {
    const call = this.#takeBack();
    this.#send = null;
    if (!call || call.replaced) return;
    if (call.tries >= MOST_TRIES) call.reject(new EngineError(reason));
    else this.#waiting.unshift(call);
  }

  /** Answer everything with null: nobody waits any more. */
  dropAll() {
    this.#takeBack()?.resolve(null);
    this.#send = null;
    for (const call of this.#waiting.splice(0)) call.resolve(null);
  }

  /**
   * An answer has come.
   * @param {Message} message
   */
  settle({ n, op, corps }) {
    if (n !== this.#number) return;
    const call = this.#takeBack();
    if (op === 'echec') call?.reject(new EngineError(/** @type {Raison} */ (corps)));
    else call?.resolve(corps);
    this.#next();
  }

  /** @param {string} canal */
  #supersede(canal) {
    const old = this.#waiting.filter((call) => call.canal === canal);
    this.#waiting = this.#waiting.filter((call) => call.canal !== canal);
    if (this.#inHand?.canal === canal) {
      this.#inHand.replaced = true;
      old.push(this.#inHand);
    }
    for (const call of old) call.resolve(null);
  }

  #next() {
    if (!this.#send || this.#inHand) return;
    const call = this.#waiting.shift();
    if (!call) return;
    call.tries += 1;
    this.#number += 1;
    this.#inHand = call;
    this.#watchdog.touch();
    this.#send(`{"v":${VERSION},"n":${this.#number},"op":${JSON.stringify(call.op)},"corps":${call.text}}`);
  }

  #takeBack() {
    const call = this.#inHand;
    this.#inHand = null;
    this.#watchdog.stop();
    return call;
  }
}
