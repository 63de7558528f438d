/**
 * The engine, as the page sees it: it starts a worker with Python in it, hands it calls, says how
 * it fares, and comes back after a failure without a reload of the page.
 *
 *   const engine = createEngine({ base: new URL('./moteur/', import.meta.url), jeu: 'essai' });
 *   engine.onState(({ etat, progres, raison }) => …);
 *   const corps = await engine.call('combat', scenario);
 *
 * States: `repos` → `chargement` → `pret`; from each `indisponible`, with a reason, and from there
 * `chargement` again by `retry()`. It knows no game and shows no text. worker.js stands beside it.
 */

import { Calls } from './calls.js';
import { Downloads } from './downloads.js';
import { released } from './press.js';
import { EngineError, filesOf, STEPS, VERSION } from './protocol.js';
import { createWatchdog } from './watchdog.js';
import { WORKER, addressOf, isVouchedFor, lookAhead, openWorker, soundWorker } from './workers.js';

/** @typedef {import('./protocol.js').Etape} Etape */
/** @typedef {import('./protocol.js').Message} Message */
/** @typedef {import('./protocol.js').Parcel} Parcel */
/** @typedef {import('./protocol.js').Raison} Raison */
/** @typedef {import('./protocol.js').State} State */
/** @typedef {{canal?: string}} CallOptions */

const PATIENCE_MS = 30_000;

/** @type {Map<string, Engine>} */
const engines = new Map();

/**
 * The page's engine for a game: its calculators share it.
 * @param {object} options
 * @param {URL | string} options.base folder of the runtime, of the page's own origin
 * @param {string} options.jeu the game whose rules are wanted
 * @param {number} [options.timeoutMs] longest silence, while loading as in a call; the first
 *   calculator decides
 * @returns {Engine}
 */
export function createEngine({ base, jeu, timeoutMs = PATIENCE_MS }) {
  const folder = new URL(base, document.baseURI);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  const key = `${folder.href} ${jeu}`;
  let engine = engines.get(key);
  if (!engine) {
    engine = new Engine(folder, jeu, timeoutMs);
    engines.set(key, engine);
  }
  return engine;
}

export class Engine {
  /** @type {State} */
  #state = { etat: 'repos', progres: 0, etape: null, raison: null, versions: null };
  /** @type {Set<(state: State) => void>} */
  #listeners = new Set();
  /** @type {Worker | null} */
  #worker = null;
  /** Whether the worker's script has run. */
  #spoke = false;
  #attempts = 0;
  #base;
  #files;
  #downloads;
  #calls;
  #loading;

  /**
   * @param {URL} base
   * @param {string} jeu
   * @param {number} timeoutMs
   */
  constructor(base, jeu, timeoutMs) {
    this.#base = base;
    this.#files = filesOf(jeu);
    this.#loading = createWatchdog(timeoutMs, () => this.#fail('delai'));
    this.#downloads = new Downloads(base, this.#files, () => this.#advance('telechargement'));
    this.#calls = new Calls(timeoutMs, () => this.#fail('delai'));
    lookAhead();
  }

  /** @returns {Readonly<State>} */
  get state() {
    return this.#state;
  }

  /**
   * Have `listener` told the state, now and at every change.
   * @param {(state: Readonly<State>) => void} listener
   * @returns {() => void} stops that
   */
  onState(listener) {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Load, unless that is done, under way, or has failed (see `retry`). */
  start() {
    if (this.#state.etat === 'repos') this.#load();
  }

  /** After a failure, load again what is missing, then answer what was asked meanwhile. */
  retry() {
    if (this.#state.etat === 'indisponible') this.#load();
  }

  /** Let go of worker and downloads, and of calls without an answer: their promise gives null. */
  stop() {
    this.#release();
    this.#downloads.abandon();
    this.#calls.dropAll();
    this.#set({ etat: 'repos', progres: 0, etape: null, raison: null });
  }

  /**
   * Ask Python. Before it is ready the call waits, and starts the engine where nobody has; while
   * the engine is unavailable it waits for `retry()`.
   *
   * @param {string} op what is asked
   * @param {unknown} corps what about: anything that JSON holds
   * @param {CallOptions} [options] a call of a `canal` takes the place of those before it in the
   *   same one that have no answer yet: their promise gives null
   * @returns {Promise<any>} the answer's `corps`, while nothing is being pressed; rejected with an
   *   EngineError when Python fails on this call, or when the engine died of it twice
   */
  async call(op, corps, { canal } = {}) {
    const promise = this.#calls.add(op, corps, canal);
    this.start();
    try {
      return await promise;
    } finally {
      await released();
    }
  }

  async #load() {
    this.#set({ etat: 'chargement', progres: this.#downloads.progress, etape: 'telechargement', raison: null });
    if (typeof WebAssembly !== 'object') return this.#fail('sans_wasm');
    this.#attempts += 1;
    const attempt = this.#attempts;
    const address = addressOf(attempt);
    let order = null;
    if (isVouchedFor()) {
      this.#loading.touch();
      order = this.#downloads.all(); // the worker is looked at meanwhile
      const refused = await soundWorker(address).then(() => null, raisonOf);
      if (attempt !== this.#attempts || this.#state.etat !== 'chargement') return;
      if (refused) return this.#fail(refused);
    }
    const worker = openWorker(address);
    if (!worker) {
      this.#downloads.abandon();
      return this.#fail('sans_worker');
    }
    this.#worker = worker;
    this.#spoke = false;
    this.#loading.touch();
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.onmessageerror = () => this.#lose(worker, 'interne');
    worker.onerror = (event) => {
      event.preventDefault();
      this.#explain(worker);
    };
    this.#supply(worker, order ?? this.#downloads.all()).catch((error) => {
      this.#lose(worker, raisonOf(error));
    });
  }

  /**
   * Post the files to the worker as they come; resolves when every one is known to be sound.
   * @param {Worker} worker
   * @param {import('./downloads.js').Order} order
   */
  async #supply(worker, order) {
    /** @param {Parcel} parcel */
    const post = (parcel) => worker.postMessage(parcel);
    const manifest = order.manifest.then(({ pyodide, verrou }) => {
      this.#set({ versions: { pyodide, python: verrou.info.python } });
      post({ type: 'depart', base: this.#base.href, regles: this.#files[this.#files.length - 1] ?? '', verrou });
    });
    const files = order.files.map(async ({ nom, content, checked }) => {
      const script = nom.endsWith('.js');
      content.then((it) => post({ type: 'fichier', nom, contenu: script ? null : it }), () => {});
      await checked;
    });
    this.#sound = Promise.all([manifest, ...files]);
    await this.#sound;
  }

  /** Resolves when all files of the present attempt were checked. @type {Promise<unknown>} */
  #sound = Promise.resolve();

  /**
   * @param {Worker} worker
   * @param {string} data
   */
  #hear(worker, data) {
    if (worker !== this.#worker) return;
    this.#spoke = true;
    /** @type {Message} */
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return this.#fail('interne');
    }
    if (message.v !== VERSION) return this.#fail('interne');
    if (message.n !== 0) this.#calls.settle(message);
    else if (message.op === 'etape') this.#advance(/** @type {Etape} */ (message.corps));
    else if (message.op === 'mort') this.#fail(/** @type {Raison} */ (message.corps));
    else if (message.op === 'pret') this.#open(worker);
  }

  /**
   * Python is there; it is used once all it is made of has proved sound.
   * @param {Worker} worker
   */
  async #open(worker) {
    try {
      await this.#sound;
    } catch {
      return; // whoever called #supply hears of it
    }
    if (worker !== this.#worker) return;
    this.#loading.stop();
    this.#set({ etat: 'pret', progres: 1, etape: null });
    this.#calls.open((text) => worker.postMessage(text));
  }

  /**
   * Something moved: the wait starts again, and the step is shown, unless a later one was.
   * @param {Etape} step
   */
  #advance(step) {
    if (this.#state.etat !== 'chargement') return;
    this.#loading.touch();
    const shown = this.#state.etape ?? 'telechargement';
    this.#set({
      etape: STEPS.indexOf(step) > STEPS.indexOf(shown) ? step : shown,
      progres: Math.max(this.#state.progres, Math.floor(this.#downloads.progress * 100) / 100),
    });
  }

  /**
   * A worker whose script does not run gives an error without a word: its file is looked at.
   * @param {Worker} worker
   */
  async #explain(worker) {
    /** @type {Raison} */
    let reason = 'interne';
    if (!this.#spoke) {
      try {
        const response = await fetch(WORKER, { cache: 'no-cache' });
        if (!response.ok) reason = response.status < 500 ? 'introuvable' : 'reseau';
      } catch {
        reason = 'reseau';
      }
    }
    this.#lose(worker, reason);
  }

  /**
   * @param {Worker} worker the worker that is at fault: an earlier one no longer matters
   * @param {Raison} reason
   */
  #lose(worker, reason) {
    if (worker === this.#worker) this.#fail(reason);
  }

  /** @param {Raison} reason */
  #fail(reason) {
    this.#release();
    if (reason === 'delai') this.#downloads.abandon();
    this.#calls.close(reason);
    this.#set({ etat: 'indisponible', etape: null, raison: reason });
  }

  #release() {
    this.#loading.stop();
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {Partial<State>} change */
  #set(change) {
    const before = this.#state;
    const after = Object.freeze({ ...before, ...change });
    const keys = /** @type {(keyof State)[]} */ (Object.keys(change));
    if (keys.every((key) => after[key] === before[key])) return;
    this.#state = after;
    for (const listener of [...this.#listeners]) listener(after);
  }
}

/**
 * @param {unknown} error
 * @returns {Raison}
 */
function raisonOf(error) {
  return error instanceof EngineError ? error.raison : 'interne';
}
