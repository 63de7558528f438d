/**
 * The module worker in which Python runs. The page downloads every file, checks it, and posts it
 * here (engine.js). Scripts alone come from their address, so from the browser's cache: a security
 * policy that holds lets no script in by another way. From then on Pyodide has no network.
 *
 * Order: `{type: 'depart'}`, the files as they arrive, then calls as JSON text, which go to
 * `pycore.api.answer` as they are. See protocol.js.
 */

/** @typedef {import('./protocol.js').Content} Content */
/** @typedef {import('./protocol.js').Parcel} Parcel */
/** @typedef {import('./protocol.js').Raison} Raison */

class NetworkError extends Error {}

const PACKAGE = 'pycore';
const STDLIB = 'stdlib.zip';
const WASM = 'pyodide.asm.wasm';

/** @typedef {{promise: Promise<Content | null>, resolve: (content: Content | null) => void}} Slot */

/** @type {Map<string, Slot>} */
const files = new Map();
/** @type {((text: string) => unknown) | null} */
let answer = null;

/** @param {MessageEvent<string | Parcel>} event */
self.onmessage = ({ data }) => {
  if (typeof data === 'string') reply(data);
  else if (data.type === 'fichier') slot(data.nom).resolve(data.contenu);
  else boot(data.base, data.regles, data.verrou).catch(die);
};
self.onmessageerror = () => die(new Error('messageerror'));
say(0, 'etape', 'telechargement');

/**
 * The place where a file is waited for, or put.
 * @param {string} name
 */
function slot(name) {
  let place = files.get(name);
  if (!place) {
    /** @type {Slot['resolve']} */
    let resolve = () => {};
    const promise = new Promise((/** @type {Slot['resolve']} */ done) => {
      resolve = done;
    });
    place = { promise, resolve };
    files.set(name, place);
  }
  return place;
}

/**
 * @param {string} base
 * @param {string} regles name of the archive that has the rules
 * @param {object} verrou
 */
async function boot(base, regles, verrou) {
  // Pyodide makes small modules as it goes. Where a security policy forbids that it only warns, and
  // waits for ever: the smallest there is fails in its place.
  new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  // The second leaves a function where the first looks for it.
  const [loader] = await Promise.all([load(base, 'pyodide.js'), load(base, 'pyodide.asm.js')]);
  closeNetwork();
  const archive = await bytesOf(regles);
  const wasm = await slot(WASM).promise;
  say(0, 'etape', 'compilation');
  const module = wasm instanceof ArrayBuffer ? await WebAssembly.compile(wasm) : wasm;
  if (!module) throw new TypeError(WASM);
  WebAssembly.instantiateStreaming = (_response, imports) => instantiate(module, imports);
  say(0, 'etape', 'demarrage');
  const python = await loader.loadPyodide({
    indexURL: base,
    packageBaseUrl: base,
    stdLibURL: new URL(STDLIB, base).href,
    lockFileContents: JSON.stringify(verrou),
    fsInit: async (/** @type {{writeFile(path: string, data: Uint8Array): void}} */ FS) => {
      FS.writeFile(`/${PACKAGE}.zip`, new Uint8Array(archive));
    },
    env: { PYTHONPATH: `/${PACKAGE}.zip`, PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1' },
  });
  say(0, 'etape', 'regles');
  answer = python.pyimport(`${PACKAGE}.api`).answer;
  files.clear();
  say(0, 'pret', null);
}

/**
 * Import a script once the page has it.
 * @param {string} base
 * @param {string} name
 */
async function load(base, name) {
  await slot(name).promise;
  try {
    return await import(new URL(name, base).href);
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    throw new NetworkError(name);
  }
}

/** @param {string} name */
async function bytesOf(name) {
  const content = await slot(name).promise;
  if (content instanceof ArrayBuffer) return content;
  throw new TypeError(name);
}

/** Pyodide's requests are answered with what the page has posted, and nothing is ever sent. */
function closeNetwork() {
  self.fetch = async (input) => {
    const address = input instanceof Request ? input.url : String(input);
    const name = address.slice(address.lastIndexOf('/') + 1);
    if (name === WASM) return new Response(); // stands for the module: see instantiateStreaming
    if (name === STDLIB) return new Response(await bytesOf(name));
    throw new TypeError(address);
  };
}

/**
 * Pyodide only warns when this fails, and waits for ever: the page must hear of it.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Imports} [imports]
 */
async function instantiate(module, imports) {
  try {
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  } catch (error) {
    die(error);
    throw error;
  }
}

/** @param {string} text */
function reply(text) {
  try {
    if (!answer) throw new Error('not ready');
    const result = answer(text);
    if (typeof result === 'string') self.postMessage(result);
    else say(JSON.parse(text).n, 'echec', 'interne');
  } catch (error) {
    console.error(error);
    // Python's own exceptions leave it whole, lack of memory excepted; anything else ends it.
    if (isPython(error) && error.type !== 'MemoryError') say(JSON.parse(text).n, 'echec', 'interne');
    else die(error);
  }
}

/**
 * @param {unknown} error
 * @returns {error is {type: string}}
 */
function isPython(error) {
  return error instanceof Error && error.name === 'PythonError' && 'type' in error;
}

/** @param {unknown} error */
function die(error) {
  console.error(error);
  say(0, 'mort', reasonOf(error));
  self.close();
}

/**
 * @param {unknown} error
 * @returns {Raison}
 */
function reasonOf(error) {
  if (error instanceof NetworkError) return 'reseau';
  if (isPython(error)) return error.type === 'MemoryError' ? 'memoire' : 'interne';
  if (error instanceof Error && /memory|allocat/i.test(error.message)) return 'memoire';
  const tooOld = [SyntaxError, WebAssembly.CompileError, WebAssembly.LinkError];
  return tooOld.some((type) => error instanceof type) ? 'sans_wasm' : 'interne';
}

/**
 * @param {number} n
 * @param {string} op
 * @param {unknown} corps
 */
function say(n, op, corps) {
  self.postMessage(JSON.stringify({ v: 1, n, op, corps }));
}
