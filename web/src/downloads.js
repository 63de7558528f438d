/**
 * Fetches the runtime's files, once each, and checks them against the manifest.
 *
 * A file that arrived stays; one that failed is fetched again when next asked for. The page
 * downloads, not the worker: it can count bytes, and WebAssembly compiles while it arrives.
 */

import { take } from './early.js';
import { FINGERPRINTS } from './fingerprints.js';
import { EngineError, MANIFEST, WASM } from './protocol.js';

/** @typedef {import('./protocol.js').Content} Content */
/** @typedef {import('./protocol.js').Manifest} Manifest */
/**
 * A file under way or arrived. `module` is null for all but the WebAssembly file, and for that
 * one too where it could not be compiled on the way.
 * @typedef {object} Transfer
 * @property {Promise<ArrayBuffer | null>} received null once the module alone is kept
 * @property {Promise<WebAssembly.Module | null>} module
 * @property {number} size bytes so far
 * @property {boolean} finished whether all of it came
 * @property {boolean} sound whether it was checked
 * @property {AbortController} controller
 */
/**
 * `content` comes as early as it can be used; only `checked` tells that it is sound.
 * @typedef {{content: Promise<Content>, checked: Promise<void>}} Delivery
 */
/** All that an engine needs. @typedef {{manifest: Promise<Manifest>, files: ({nom: string} & Delivery)[]}} Order */

export class Downloads {
  /** @type {Map<string, Transfer>} */
  #transfers = new Map();
  /** @type {Promise<Manifest> | null} */
  #manifest = null;
  #manifestController = new AbortController();
  /** Files whose copy in the browser's cache is not to be trusted. @type {Set<string>} */
  #stale = new Set();
  /** Total size of the files, known with the manifest. */
  #total = 0;

  /**
   * @param {URL} base folder of the runtime
   * @param {string[]} names of the files that will be asked for
   * @param {() => void} onBytes called at every piece that arrives
   */
  constructor(base, names, onBytes) {
    this.base = base;
    this.names = names;
    this.onBytes = onBytes;
  }

  /** Share of the bytes that arrived, 0 to 1; 0 until the manifest tells how many there are. */
  get progress() {
    if (this.#total === 0) return 0;
    let sum = 0;
    for (const transfer of this.#transfers.values()) sum += transfer.size;
    return Math.min(1, sum / this.#total);
  }

  /** @returns {Promise<Manifest>} */
  manifest() {
    if (this.#manifest) return this.#manifest;
    const asked = this.#fetchManifest();
    this.#manifest = asked;
    asked.catch(() => {
      if (this.#manifest === asked) this.#manifest = null;
    });
    return asked;
  }

  /**
   * All files, and the manifest. What becomes of them is heard by whoever waits for them.
   * @returns {Order}
   */
  all() {
    const files = this.names.map((nom) => ({ nom, ...this.file(nom) }));
    for (const { checked } of files) checked.catch(() => {});
    return { manifest: this.manifest(), files };
  }

  /**
   * What is there or under way, else a new request.
   * @param {string} name
   * @returns {Delivery}
   */
  file(name) {
    const transfer = this.#transfers.get(name) ?? this.#begin(name);
    const checked = this.#verify(name, transfer);
    const content = transfer.module.then(async (module) => {
      if (module) return module;
      await checked;
      return /** @type {ArrayBuffer} */ (await transfer.received);
    });
    content.catch(() => {}); // whoever asked hears of it by `checked`
    return { content, checked };
  }

  /** Stop what has not arrived: it counts as failed. */
  abandon() {
    this.#manifestController.abort();
    this.#manifestController = new AbortController();
    if (this.#total === 0) this.#manifest = null; // it had not come: the next request is a new one
    for (const [name, transfer] of this.#transfers) {
      if (transfer.finished) continue;
      this.#transfers.delete(name);
      transfer.controller.abort();
    }
  }

  async #fetchManifest() {
    try {
      const response = await this.#open(MANIFEST, this.#manifestController.signal);
      const bytes = await collect(response, this.onBytes);
      if (FINGERPRINTS[MANIFEST]) await check(bytes, FINGERPRINTS[MANIFEST]);
      const manifest = readManifest(bytes);
      this.#stale.delete(MANIFEST);
      this.#total = this.names.reduce((sum, name) => sum + (manifest.fichiers[name]?.octets ?? 0), 0);
      return manifest;
    } catch (error) {
      if (isMismatch(error)) this.#stale.add(MANIFEST);
      throw error;
    }
  }

  /**
   * @param {string} name
   * @returns {Transfer}
   */
  #begin(name) {
    const controller = new AbortController();
    const response = this.#open(name, controller.signal);
    /** @type {Transfer} */
    const transfer = {
      // A copy is compiled while the other is counted and kept for the check.
      module: name === WASM ? response.then((it) => compileWhileArriving(it.clone())) : Promise.resolve(null),
      received: response.then((it) => collect(it, (size) => {
        transfer.size += size;
        this.onBytes();
      })),
      size: 0,
      finished: false,
      sound: false,
      controller,
    };
    transfer.module.catch(() => {}); // the same failure as that of `received`
    transfer.received.then(
      () => {
        transfer.finished = true;
      },
      () => this.#drop(name, transfer),
    );
    this.#transfers.set(name, transfer);
    return transfer;
  }

  /**
   * @param {string} name
   * @param {Transfer} transfer
   */
  async #verify(name, transfer) {
    const bytes = await transfer.received;
    if (transfer.sound || !bytes) return;
    const manifest = await this.manifest();
    try {
      await check(bytes, manifest.fichiers[name]);
    } catch (error) {
      // The browser's cache is passed by next time; and since the manifest may be the one that
      // is out of date, it is fetched again too.
      this.#drop(name, transfer);
      this.#stale.add(name).add(MANIFEST);
      this.#manifest = null;
      throw error;
    }
    this.#stale.delete(name);
    transfer.sound = true;
    if (await transfer.module) transfer.received = Promise.resolve(null); // frees the bytes
  }

  /**
   * @param {string} name
   * @param {Transfer} transfer
   */
  #drop(name, transfer) {
    if (this.#transfers.get(name) === transfer) this.#transfers.delete(name);
  }

  /**
   * @param {string} name
   * @param {AbortSignal} signal
   */
  async #open(name, signal) {
    /** @type {RequestCache} */
    const cache = this.#stale.has(name) ? 'reload' : 'default';
    const url = new URL(name, this.base);
    const early = take(url);
    if (early) signal.addEventListener('abort', () => early.controller.abort());
    /** @type {Response} */
    let response;
    try {
      response = await (early?.response ?? fetch(url, { signal, cache, credentials: 'same-origin' }));
    } catch {
      throw new EngineError('reseau');
    }
    if (!response.ok) throw new EngineError(response.status < 500 ? 'introuvable' : 'reseau');
    return response;
  }
}

/**
 * Fetch a file that the build has vouched for, and check it; where it has not, any will do.
 * @param {URL} url
 * @param {string} name
 * @param {RequestCache} [cache]
 * @returns {Promise<ArrayBuffer>} rejected with an EngineError
 */
export async function fetchSound(url, name, cache = 'default') {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(url, { cache, credentials: 'same-origin' });
  } catch {
    throw new EngineError('reseau');
  }
  if (!response.ok) throw new EngineError(response.status < 500 ? 'introuvable' : 'reseau');
  const bytes = await collect(response, () => {});
  if (FINGERPRINTS[name]) await check(bytes, FINGERPRINTS[name]);
  return bytes;
}

/** @param {unknown} error */
function isMismatch(error) {
  return error instanceof EngineError && error.raison === 'integrite';
}

/**
 * @param {Response} response
 * @param {(size: number) => void} onBytes
 * @returns {Promise<ArrayBuffer>}
 */
async function collect(response, onBytes) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  try {
    if (!response.body) return await response.arrayBuffer();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      onBytes(value.byteLength);
    }
    return await new Blob(parts).arrayBuffer();
  } catch {
    throw new EngineError('reseau');
  }
}

/**
 * The module, or null where it cannot be compiled on the way: the server gives it another type,
 * the page's security policy forbids it, it is damaged. The worker then has its bytes.
 * @param {Response} response
 * @returns {Promise<WebAssembly.Module | null>}
 */
async function compileWhileArriving(response) {
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    return null;
  }
}

/**
 * @param {ArrayBuffer} bytes
 * @param {{octets: number, sha256: string} | undefined} expected
 */
async function check(bytes, expected) {
  if (!expected || bytes.byteLength !== expected.octets) throw new EngineError('integrite');
  // Browsers withhold it from pages served without encryption, 127.0.0.1 excepted.
  if (!globalThis.crypto?.subtle) return;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== expected.sha256) throw new EngineError('integrite');
}

/**
 * @param {ArrayBuffer} bytes
 * @returns {Manifest}
 */
function readManifest(bytes) {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes));
    if (manifest.fichiers && manifest.verrou.info.python) return manifest;
  } catch {
    // not JSON, or not ours: below
  }
  throw new EngineError('integrite');
}
