/** The engine as the page sees it, with a worker that says what a test has it say. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';

import { pass, stopTime } from './clock.mjs';
import { give, happen } from './window.mjs';

const { createEngine, Engine } = await import('../../web/src/engine.js');
const { filesOf } = await import('../../web/src/protocol.js');

const BASE = new URL('https://wiki.test/moteur/');
const PATIENCE = 3000;
const FILE = new TextEncoder().encode('x');
const SHA256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';

/** Workers that were opened, the latest last. */
let workers = [];

class FakeWorker {
  posted = [];
  ended = false;

  constructor(url, options) {
    assert.equal(options.type, 'module');
    this.url = url;
    workers.push(this);
  }

  postMessage(message) {
    this.posted.push(message);
  }

  terminate() {
    this.ended = true;
  }

  /** Say something for itself. */
  say(op, corps = null) {
    this.onmessage({ data: JSON.stringify({ v: 1, n: 0, op, corps }) });
  }

  /** Calls that it has, the latest last. */
  get calls() {
    return this.posted.filter((message) => typeof message === 'string').map((text) => JSON.parse(text));
  }

  /** Answer the call in hand with its own body. */
  answer() {
    this.onmessage({ data: JSON.stringify(this.calls.at(-1)) });
  }
}

const latest = () => workers.at(-1);

beforeEach(() => {
  workers = [];
  give('Worker', FakeWorker);
  give('fetch', async (url) => new Response(url.pathname.endsWith('manifest.json')
    ? JSON.stringify({
      pyodide: '0.29',
      verrou: { info: { python: '3.13' }, packages: {} },
      fichiers: Object.fromEntries(filesOf('essai').map((name) => [name, { octets: FILE.length, sha256: SHA256 }])),
    })
    : FILE));
  stopTime();
});

/** Wait for what must come: files are read and hashed in a time of their own. */
async function until(condition) {
  const start = performance.now();
  while (!condition()) {
    assert.ok(performance.now() - start < 10_000, `never came: ${condition}`);
    await setImmediate();
  }
}

/** Let all go on that waits for nothing but its turn: what must not come would come now. */
async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** Start an engine, and wait until its latest worker has all that it is made of. */
async function supplied(engine, begin = 'start') {
  const count = workers.length;
  engine[begin]();
  await until(() => workers.length > count && latest().posted.length === 1 + filesOf('essai').length);
}

/** An engine of its own, and its states as they come. */
function made() {
  const engine = new Engine(BASE, 'essai', PATIENCE);
  const states = [];
  engine.onState(({ etat, etape, raison }) => states.push(etape ?? raison ?? etat));
  return { engine, states };
}

/** Have the engine's latest worker be ready. */
async function open(engine) {
  latest().say('pret');
  await until(() => engine.state.etat === 'pret');
}

async function ready() {
  const { engine } = made();
  await supplied(engine);
  await open(engine);
  return { engine };
}

test('states go from rest to ready, step by step and never back', async () => {
  const { engine, states } = made();
  await supplied(engine);
  for (const step of ['telechargement', 'regles', 'compilation']) latest().say('etape', step);
  await open(engine);
  assert.deepEqual([...new Set(states)], ['repos', 'telechargement', 'regles', 'pret']);
  assert.equal(states.lastIndexOf('telechargement') < states.indexOf('regles'), true);
  assert.deepEqual(engine.state.versions, { pyodide: '0.29', python: '3.13' });
  assert.equal(engine.state.progres, 1);
});

test('the worker is told where it stands, and has each file: a script by its name alone', async () => {
  await ready();
  const [departure] = latest().posted.filter(({ type }) => type === 'depart');
  assert.deepEqual([departure.base, departure.regles], [BASE.href, 'essai.zip']);
  const files = latest().posted.filter(({ type }) => type === 'fichier');
  assert.deepEqual(files.map(({ nom }) => nom).sort(), filesOf('essai').sort());
  for (const { nom, contenu } of files) assert.equal(contenu === null, nom.endsWith('.js'));
});

test('a call starts the engine, and waits until it is ready', async () => {
  const { engine } = made();
  const asked = engine.call('echo', 'x');
  assert.equal(engine.state.etat, 'chargement');
  await until(() => workers.length > 0);
  assert.deepEqual(latest().calls, []);
  await open(engine);
  latest().answer();
  assert.equal(await asked, 'x');
});

test('Python that is there before its files are known to be sound is not used', async () => {
  const { fetch } = globalThis;
  let arrive;
  give('fetch', (url) => (url.pathname.endsWith('.zip') ? new Promise((done) => { arrive ??= done; }) : fetch(url)));
  const { engine } = made();
  engine.start();
  await until(() => workers.length > 0 && arrive);
  latest().say('pret');
  await settled();
  assert.equal(engine.state.etat, 'chargement');
  arrive(new Response('autre chose'));
  await until(() => engine.state.etat !== 'chargement');
  assert.equal(engine.state.raison, 'integrite');
});

test('calculators of a game share one engine', () => {
  const engine = createEngine({ base: BASE, jeu: 'essai' });
  assert.equal(createEngine({ base: BASE, jeu: 'essai' }), engine);
  assert.equal(createEngine({ base: '/moteur', jeu: 'essai' }), engine);
  assert.notEqual(createEngine({ base: './ailleurs/', jeu: 'essai' }), engine);
  assert.notEqual(createEngine({ base: BASE, jeu: 'autre' }), engine);
});

test('a stop lets go of worker and calls, and a start begins again', async () => {
  const { engine } = await ready();
  const first = latest();
  const asked = engine.call('echo', 'x');
  await until(() => first.calls.length === 1);
  engine.stop();
  assert.equal(await asked, null);
  assert.equal(engine.state.etat, 'repos');
  assert.ok(first.ended);
  await supplied(engine);
  await open(engine);
  assert.notEqual(latest(), first);
});

test('a listener hears at once, and no more once it leaves', async () => {
  const { engine } = made();
  const heard = [];
  const leave = engine.onState(({ etat }) => heard.push(etat));
  assert.deepEqual(heard, ['repos']);
  leave();
  engine.start();
  await settled();
  assert.deepEqual(heard, ['repos']);
});

test('a call that kills is tried twice, the others wait for a worker that lives', async () => {
  const { engine } = await ready();
  const poison = engine.call('memoire', 'x').catch(String);
  const other = engine.call('echo', 'y');
  for (let time = 0; time < 2; time += 1) {
    await until(() => latest().calls.length > 0);
    assert.deepEqual(latest().calls.map(({ op }) => op), ['memoire']);
    latest().say('mort', 'memoire');
    assert.deepEqual([engine.state.etat, engine.state.raison], ['indisponible', 'memoire']);
    assert.ok(latest().ended);
    await supplied(engine, 'retry');
    await open(engine);
  }
  latest().answer();
  assert.equal(await poison, 'EngineError: memoire');
  assert.equal(await other, 'y');
  assert.equal(workers.length, 3);
});

test('a worker that says nothing while it loads is given up, one that goes on is not', async () => {
  const { engine } = made();
  await supplied(engine);
  for (let time = 0; time < 4; time += 1) {
    pass(PATIENCE * 0.9);
    latest().say('etape', 'telechargement');
  }
  assert.equal(engine.state.etat, 'chargement');
  pass(PATIENCE);
  assert.equal(engine.state.raison, 'delai');
  assert.ok(latest().ended);
});

test('a call that is never answered ends its worker', async () => {
  const { engine } = await ready();
  engine.call('boucle', '');
  await until(() => latest().calls.length > 0);
  pass(PATIENCE);
  assert.deepEqual([engine.state.etat, engine.state.raison], ['indisponible', 'delai']);
});

test('what an earlier worker still says is not heard', async () => {
  const { engine } = await ready();
  const first = latest();
  first.say('mort', 'interne');
  await supplied(engine, 'retry');
  first.say('mort', 'memoire');
  first.say('pret');
  await settled();
  assert.equal(engine.state.etat, 'chargement');
});

for (const [what, data] of [['no JSON', '{'], ['of another version', '{"v":2,"n":0,"op":"pret"}']]) {
  test(`a message that is ${what} is the end of its worker`, async () => {
    const { engine } = await ready();
    latest().onmessage({ data });
    assert.equal(engine.state.raison, 'interne');
  });
}

for (const [what, reason, worker] of [
  ['there is none', 'sans_worker', undefined],
  ['they are no modules', 'sans_worker', class { terminate() {} }],
]) {
  test(`where of workers ${what}, the engine says so`, async () => {
    give('Worker', worker);
    const { engine } = made();
    engine.start();
    await until(() => engine.state.etat === 'indisponible');
    assert.equal(engine.state.raison, reason);
  });
}

test('a browser without WebAssembly is told at once', (t) => {
  const { WebAssembly } = globalThis;
  give('WebAssembly', undefined);
  t.after(() => give('WebAssembly', WebAssembly));
  const { engine } = made();
  engine.start();
  assert.equal(engine.state.raison, 'sans_wasm');
  assert.deepEqual(workers, []);
});

for (const [what, reason, answer] of [
  ['is not there', 'introuvable', () => new Response('', { status: 404 })],
  ['cannot be had', 'reseau', () => Promise.reject(new TypeError('réseau'))],
  ['is there', 'interne', () => new Response('')],
]) {
  test(`of a worker that never spoke, and whose script ${what}, that is said`, async () => {
    const { engine } = made();
    await supplied(engine);
    give('fetch', async () => answer());
    latest().onerror({ preventDefault() {} });
    await until(() => engine.state.etat === 'indisponible');
    assert.equal(engine.state.raison, reason);
  });
}

test('an answer waits until nothing is being pressed', async () => {
  const { engine } = await ready();
  const told = [];
  happen('pointerdown');
  engine.call('echo', 'x').then((corps) => told.push(corps));
  await until(() => latest().calls.length > 0);
  latest().answer();
  await settled();
  assert.deepEqual(told, []);
  happen('pointerup');
  pass(100); // a finger's click follows its leaving
  await until(() => told.length > 0);
  assert.deepEqual(told, ['x']);
});

test('a press whose end goes unheard holds up no answer for more than a second', async () => {
  const { engine } = await ready();
  happen('pointerdown');
  const asked = engine.call('echo', 'x');
  await until(() => latest().calls.length > 0);
  latest().answer();
  await settled();
  pass(1000);
  assert.equal(await asked, 'x');
});
