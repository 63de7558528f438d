/** The files of the runtime: each fetched once, counted, compared with the manifest. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { beforeEach, test } from 'node:test';

import { give } from './window.mjs';

const { Downloads, fetchSound } = await import('../../web/src/downloads.js');
const { FINGERPRINTS } = await import('../../web/src/fingerprints.js');

const BASE = new URL('https://wiki.test/moteur/');
const WASM = 'pyodide.asm.wasm';
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const FILES = { 'pyodide.js': bytes('export {}'), [WASM]: EMPTY_MODULE, 'jeu.zip': bytes('des règles') };
const NAMES = Object.keys(FILES);

/** What the server says of a name, unless it is what the runtime has: a response, or a failure. */
let said = {};
/** Names that were asked for, each with how the browser's cache was to be used. */
let asked = [];

/** @param {string} text */
function bytes(text) {
  return new TextEncoder().encode(text);
}

const manifest = JSON.stringify({
  pyodide: '0',
  verrou: { info: { python: '3' }, packages: {} },
  fichiers: Object.fromEntries(
    NAMES.map((name) => {
      const sha256 = createHash('sha256').update(FILES[name]).digest('hex');
      return [name, { octets: FILES[name].length, sha256 }];
    }),
  ),
});

give('fetch', async (url, { cache, signal }) => {
  const name = url.pathname.split('/').at(-1);
  asked.push([name, cache]);
  const answer = said[name];
  if (answer) return answer(signal);
  if (name === 'manifest.json') return new Response(manifest);
  const type = name === WASM ? 'application/wasm' : 'application/octet-stream';
  return new Response(FILES[name], { headers: { 'Content-Type': type } });
});

beforeEach(() => {
  said = {};
  asked = [];
});

const made = (onBytes = () => {}) => new Downloads(BASE, NAMES, onBytes);

/** Wait for all files; gives why one of them cannot be had, or nothing. */
async function outcome(downloads) {
  const { manifest: described, files } = downloads.all();
  const all = await Promise.allSettled([described, ...files.map(({ checked }) => checked)]);
  return all.find(({ status }) => status === 'rejected')?.reason.raison;
}

/** The bytes of a file with one of them changed. */
function altered(name) {
  const copy = Uint8Array.from(FILES[name]);
  copy[copy.length - 1] ^= 1;
  return copy;
}

test('each file is asked for once, however often it is wanted', async () => {
  const downloads = made();
  assert.equal(await outcome(downloads), undefined);
  assert.equal(await outcome(downloads), undefined);
  assert.deepEqual(asked.map(([name]) => name).sort(), [...NAMES, 'manifest.json'].sort());
});

test('a file comes as it was sent, and WebAssembly comes compiled', async () => {
  const downloads = made();
  const { files } = downloads.all();
  const contents = Object.fromEntries(await Promise.all(files.map(async ({ nom, content }) => [nom, await content])));
  assert.deepEqual(new Uint8Array(contents['jeu.zip']), FILES['jeu.zip']);
  assert.ok(contents[WASM] instanceof WebAssembly.Module);
});

test('WebAssembly under another type comes as bytes', async () => {
  said[WASM] = () => new Response(EMPTY_MODULE, { headers: { 'Content-Type': 'text/plain' } });
  const content = await made().file(WASM).content;
  assert.deepEqual(new Uint8Array(content), EMPTY_MODULE);
});

test('progress goes from nothing to all, and never back', async () => {
  const shares = [];
  const downloads = made(() => shares.push(downloads.progress));
  assert.equal(downloads.progress, 0);
  await outcome(downloads);
  assert.deepEqual(shares, [...shares].sort((one, other) => one - other));
  assert.equal(downloads.progress, 1);
});

for (const [what, answer, reason] of [
  ['that is not there', () => new Response('', { status: 404 }), 'introuvable'],
  ['that the server fails on', () => new Response('', { status: 503 }), 'reseau'],
  ['that the network loses', () => Promise.reject(new TypeError('réseau')), 'reseau'],
  ['that breaks off', () => new Response(new ReadableStream({ start: (it) => it.error(new Error('coupé')) })), 'reseau'],
  ['with one byte changed', () => new Response(altered('jeu.zip')), 'integrite'],
  ['that is cut short', () => new Response(FILES['jeu.zip'].slice(1)), 'integrite'],
]) {
  test(`a file ${what} is refused as « ${reason} », and alone fetched again`, async () => {
    const downloads = made();
    said['jeu.zip'] = answer;
    assert.equal(await outcome(downloads), reason);
    said = {};
    asked = [];
    assert.equal(await outcome(downloads), undefined);
    // A copy that is not sound may be the cache's; and the manifest may be the one that is old.
    const again = reason === 'integrite' ? [['jeu.zip', 'reload'], ['manifest.json', 'reload']] : [['jeu.zip', 'default']];
    assert.deepEqual(asked.sort(), again);
  });
}

for (const [what, text] of [
  ['no JSON', '<!doctype html>'],
  ['another JSON', '{"fichiers": {}}'],
  ['silent on a file', manifest.replaceAll('jeu.zip', 'autre.zip')],
]) {
  test(`a manifest that is ${what} is refused`, async () => {
    said['manifest.json'] = () => new Response(text);
    assert.equal(await outcome(made()), 'integrite');
  });
}

test('without the means to hash, sizes are still compared', async () => {
  const { crypto } = globalThis;
  give('crypto', undefined);
  try {
    said['jeu.zip'] = () => new Response(altered('jeu.zip'));
    assert.equal(await outcome(made()), undefined);
    said['jeu.zip'] = () => new Response(FILES['jeu.zip'].slice(1));
    assert.equal(await outcome(made()), 'integrite');
  } finally {
    give('crypto', crypto);
  }
});

test('what is given up counts as failed, and what had arrived stays', async () => {
  const downloads = made();
  await downloads.file('pyodide.js').checked;
  said['jeu.zip'] = (signal) => new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const waited = outcome(downloads);
  downloads.abandon();
  assert.equal(await waited, 'reseau');
  said = {};
  asked = [];
  assert.equal(await outcome(downloads), undefined);
  assert.ok(asked.every(([name]) => name !== 'pyodide.js'));
});

test('a manifest that was given up before it came is asked for anew at once', async () => {
  const downloads = made();
  said['manifest.json'] = () => new Promise(() => {});
  downloads.all();
  downloads.abandon();
  said = {};
  assert.equal(await outcome(downloads), undefined);
});

test('what the build has vouched for is compared before it is used, and nothing else is', async (t) => {
  const url = new URL('jeu.zip', BASE);
  said['jeu.zip'] = () => new Response(altered('jeu.zip'));
  assert.deepEqual(new Uint8Array(await fetchSound(url, 'jeu.zip')), altered('jeu.zip'));
  FINGERPRINTS['jeu.zip'] = JSON.parse(manifest).fichiers['jeu.zip'];
  t.after(() => { delete FINGERPRINTS['jeu.zip']; });
  await assert.rejects(fetchSound(url, 'jeu.zip'), { raison: 'integrite' });
  said = {};
  assert.deepEqual(new Uint8Array(await fetchSound(url, 'jeu.zip')), FILES['jeu.zip']);
});
