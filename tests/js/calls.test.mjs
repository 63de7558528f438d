/** Calls to Python: one at a time, in order, kept, replaced, failing, killing the worker. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { Calls } from '../../web/src/calls.js';
import { createWatchdog } from '../../web/src/watchdog.js';
import { pass, releaseTime, stopTime } from './clock.mjs';

const PATIENCE = 3000;

/** A worker as calls see it: it keeps what it is sent, and answers when told to. */
class Worker {
  sent = [];

  /** @param {Calls} calls */
  constructor(calls) {
    this.calls = calls;
    calls.open((text) => this.sent.push(JSON.parse(text)));
  }

  get last() {
    return this.sent.at(-1);
  }

  /** Answer the latest call, with its own body where nothing else is said. */
  answer(corps = this.last.corps, op = this.last.op) {
    this.calls.settle({ v: 1, n: this.last.n, op, corps });
  }
}

let silences = 0;
/** @type {Calls} */
let calls;

beforeEach(() => {
  stopTime();
  silences = 0;
  calls = new Calls(PATIENCE, () => { silences += 1; });
});
afterEach(releaseTime);

test('calls made before there is a worker are handed over one at a time, in order', async () => {
  const asked = [1, 2, 3].map((n) => calls.add('echo', n));
  const worker = new Worker(calls);
  for (const n of [1, 2, 3]) {
    assert.deepEqual(worker.sent.map(({ corps }) => corps), [1, 2, 3].slice(0, n));
    worker.answer();
  }
  assert.deepEqual(await Promise.all(asked), [1, 2, 3]);
});

test('a call is told with its number, its operation and its body', () => {
  const worker = new Worker(calls);
  calls.add('combat', { a: [1, null, 'é’\u00a0\ud800'] });
  assert.deepEqual(worker.sent, [{ v: 1, n: 1, op: 'combat', corps: { a: [1, null, 'é’\u00a0\ud800'] } }]);
});

test('the body is what it was at the call', () => {
  const body = { n: 1 };
  calls.add('echo', body);
  body.n = 2;
  assert.deepEqual(new Worker(calls).last.corps, { n: 1 });
});

test('what JSON cannot hold is refused, and nothing else suffers', async () => {
  const worker = new Worker(calls);
  await assert.rejects(calls.add('echo', 1n), TypeError);
  const after = calls.add('echo', 'ensuite');
  worker.answer();
  assert.equal(await after, 'ensuite');
});

for (const when of ['wait', 'are with the worker already']) {
  test(`a channel keeps its latest call, where those before it ${when}`, async () => {
    const early = when === 'wait' ? null : new Worker(calls);
    const asked = [['a', 'seuils'], ['b', 'autre'], ['c', 'seuils'], ['d'], ['e', 'seuils']].map(
      ([body, canal]) => calls.add('echo', body, canal),
    );
    const worker = early ?? new Worker(calls);
    for (let told = 0; told < worker.sent.length; told += 1) worker.answer();
    assert.deepEqual(await Promise.all(asked), [null, 'b', null, 'd', 'e']);
  });
}

test('a call that fails does so alone', async () => {
  const worker = new Worker(calls);
  const asked = [calls.add('exception', 1), calls.add('echo', 2)];
  worker.answer('interne', 'echec');
  worker.answer();
  await assert.rejects(asked[0], { name: 'EngineError', raison: 'interne' });
  assert.equal(await asked[1], 2);
});

test('an answer to an earlier number is none', async () => {
  const worker = new Worker(calls);
  const asked = [calls.add('echo', 'a'), calls.add('echo', 'b')];
  worker.answer();
  calls.settle({ v: 1, n: 1, op: 'echo', corps: 'encore a' });
  worker.answer();
  assert.deepEqual(await Promise.all(asked), ['a', 'b']);
});

test('a call that kills two workers fails, and the others are kept for the third', async () => {
  const [poison, other] = [calls.add('boucle', 'x'), calls.add('echo', 'y')];
  for (let worker = 0; worker < 2; worker += 1) {
    assert.equal(new Worker(calls).last.op, 'boucle');
    calls.close('memoire');
  }
  await assert.rejects(poison, { name: 'EngineError', raison: 'memoire' });
  const third = new Worker(calls);
  third.answer();
  assert.equal(await other, 'y');
});

test('a call that was replaced and kills is not tried again', async () => {
  const first = new Worker(calls);
  const old = calls.add('boucle', '', 'seuils');
  const next = calls.add('echo', 'z', 'seuils');
  assert.equal(await old, null);
  assert.equal(first.last.op, 'boucle');
  calls.close('delai');
  const second = new Worker(calls);
  assert.deepEqual(second.sent.map(({ op }) => op), ['echo']);
  second.answer();
  assert.equal(await next, 'z');
});

test('when all is dropped, every call gives null', async () => {
  const first = new Worker(calls);
  const asked = [calls.add('echo', 'a'), calls.add('echo', 'b')];
  calls.dropAll();
  assert.deepEqual(await Promise.all(asked), [null, null]);
  assert.equal(first.sent.length, 1);
});

test('a call that is not answered in time is silence, and one that is answered is none', () => {
  const worker = new Worker(calls);
  calls.add('echo', 'a');
  pass(PATIENCE - 1);
  worker.answer();
  pass(2 * PATIENCE);
  assert.equal(silences, 0);
  calls.add('boucle', 'b');
  pass(2 * PATIENCE);
  assert.equal(silences, 1);
});

test('no wait runs while a call has no worker', () => {
  calls.add('echo', 'a');
  pass(2 * PATIENCE);
  assert.equal(silences, 0);
});

test('the wait for a sound starts again with each, and its end is told once', () => {
  let told = 0;
  const watchdog = createWatchdog(PATIENCE, () => { told += 1; });
  for (let time = 0; time < 5; time += 1) {
    watchdog.touch();
    pass(PATIENCE * 0.9);
  }
  assert.equal(told, 0);
  pass(5 * PATIENCE);
  assert.equal(told, 1);
});

test('a wait that is stopped ends in nothing', () => {
  let told = 0;
  const watchdog = createWatchdog(PATIENCE, () => { told += 1; });
  watchdog.touch();
  watchdog.stop();
  pass(5 * PATIENCE);
  assert.equal(told, 0);
});
