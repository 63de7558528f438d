/**
 * What the page, the worker and Python have agreed on: names, numbers, types. No behaviour.
 *
 * Page and worker speak JSON strings `{v, n, op, corps}`. `n` counts the calls of the page; the
 * answer to call 7 bears n 7. With n 0 the worker speaks for itself: `etape` (corps: a step),
 * `pret`, `mort` (corps: a reason). With another n, `echec` says that this one call failed.
 * Python sees nothing but the calls: `pycore.api.answer(text) -> text`.
 * Before that the page sends objects, since code and buffers are no JSON: see worker.js.
 */

/** @typedef {'repos' | 'chargement' | 'pret' | 'indisponible'} Etat */
/** @typedef {'telechargement' | 'compilation' | 'demarrage' | 'regles'} Etape */
/**
 * Why there is no engine. `reseau` the network or the server failed · `introuvable` a file is not
 * there · `integrite` a file is not the one that the manifest describes · `delai` nothing moved for
 * too long · `memoire` the device has too little · `sans_wasm` the browser cannot run
 * WebAssembly or is too old for it · `sans_worker` it has no module worker · `interne` the rest.
 * @typedef {'reseau' | 'introuvable' | 'integrite' | 'delai' | 'memoire' | 'sans_wasm' | 'sans_worker' | 'interne'} Raison
 */
/** @typedef {{pyodide: string, python: string}} Versions */
/**
 * `progres` goes from 0 to 1 with the bytes received; `etape` is null but during `chargement`,
 * `raison` null but when `indisponible`, `versions` null until the manifest is known.
 * @typedef {{etat: Etat, progres: number, etape: Etape | null, raison: Raison | null, versions: Versions | null}} State
 */
/** @typedef {{v: number, n: number, op: string, corps: unknown}} Message */
/** @typedef {{info: {python: string}, packages: object}} Verrou The lock file Pyodide asks for. */
/** @typedef {{pyodide: string, verrou: Verrou, fichiers: Record<string, {octets: number, sha256: string}>}} Manifest */
/** @typedef {ArrayBuffer | WebAssembly.Module} Content */
/**
 * What the page posts to a new worker, besides calls: where it stands and which file has
 * the rules, then each file when ready.
 * Of scripts it says only that they are there (null): the worker imports them by their address.
 * @typedef {{type: 'depart', base: string, regles: string, verrou: Verrou} | {type: 'fichier', nom: string, contenu: Content | null}} Parcel
 */

export const VERSION = 1;

export const MANIFEST = 'manifest.json';
export const WASM = 'pyodide.asm.wasm';
/**
 * The files of the runtime for a game, as web/tools/runtime.py makes them. The last has its rules.
 * @param {string} jeu
 */
export const filesOf = (jeu) => ['pyodide.js', 'pyodide.asm.js', WASM, 'stdlib.zip', `${jeu}.zip`];

/** The steps, in the order in which they come. @type {Etape[]} */
export const STEPS = ['telechargement', 'compilation', 'demarrage', 'regles'];

/** An engine that cannot be had, or a call that it cannot answer. Its message is the reason's code. */
export class EngineError extends Error {
  /** @param {Raison} raison */
  constructor(raison) {
    super(raison);
    this.name = 'EngineError';
    this.raison = raison;
  }
}
