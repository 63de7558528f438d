/** What a browser keeps by name, or holds while the page stands where it keeps nothing. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { give, happen } from './window.mjs';

const { forget, keysOf, parse, read, watch, write } = await import('../../web/src/store.js');
const { keep, recall } = await import('../../web/src/memory.js');

/** A browser's storage; `refusal` is thrown by whatever would write. */
class Storage {
  texts = new Map();
  refusal = null;

  get length() {
    return this.texts.size;
  }

  key(rank) {
    return [...this.texts.keys()][rank] ?? null;
  }

  getItem(key) {
    return this.texts.get(key) ?? null;
  }

  setItem(key, text) {
    if (this.refusal) throw this.refusal;
    this.texts.set(key, text);
  }

  removeItem(key) {
    this.texts.delete(key);
  }
}

/** @type {Storage} */
let storage;

beforeEach(() => {
  for (const key of keysOf('')) forget(key); // what the page holds of an earlier test
  storage = new Storage();
  give('localStorage', storage);
});

/** Have the browser refuse storage altogether, as it does in a private window. */
function refuseAll() {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('', 'SecurityError');
    },
  });
}

test('a text is kept, read, and forgotten', () => {
  assert.equal(write('a', 'texte'), 'garde');
  assert.equal(read('a'), 'texte');
  forget('a');
  assert.equal(read('a'), null);
});

test('names that start alike are given in their order', () => {
  for (const key of ['p:2', 'q:1', 'p:1']) write(key, '');
  assert.deepEqual(keysOf('p:'), ['p:1', 'p:2']);
});

for (const [outcome, refusal] of [
  ['plein', new DOMException('', 'QuotaExceededError')],
  ['refuse', new DOMException('', 'SecurityError')],
  ['refuse', new TypeError()],
]) {
  test(`what the browser does not take is held, and « ${outcome} » said, for ${refusal.name}`, () => {
    write('p:1', 'avant');
    storage.refusal = refusal;
    assert.equal(write('p:1', 'après'), outcome);
    assert.equal(write('p:2', 'neuf'), outcome);
    assert.deepEqual([read('p:1'), read('p:2')], ['après', 'neuf']);
    assert.deepEqual(keysOf('p:'), ['p:1', 'p:2']);
    assert.equal(storage.getItem('p:1'), 'avant');
  });
}

test('once there is room again the browser has what was held', () => {
  storage.refusal = new DOMException('', 'QuotaExceededError');
  write('a', 'tenu');
  storage.refusal = null;
  assert.equal(write('a', 'gardé'), 'garde');
  storage.setItem('a', 'changé ailleurs');
  assert.equal(read('a'), 'changé ailleurs');
});

test('without any storage texts last as long as the page', () => {
  refuseAll();
  assert.equal(read('a'), null);
  assert.equal(write('a', 'tenu'), 'refuse');
  assert.equal(read('a'), 'tenu');
  assert.deepEqual(keysOf(''), ['a']);
  forget('a');
  assert.deepEqual(keysOf(''), []);
});

test('who watches hears of changes under its names, here and in other tabs, but not of its own', () => {
  let told = 0;
  const hear = () => { told += 1; };
  watch('vu:', hear);
  write('vu:1', '');
  write('autre', '');
  assert.equal(told, 1);
  write('vu:1', '', hear);
  forget('vu:1', hear);
  assert.equal(told, 1);
  forget('vu:1');
  assert.equal(told, 2);
  happen('storage', { key: 'vu:2' });
  happen('storage', { key: 'autre' });
  assert.equal(told, 3);
  happen('storage', { key: null }); // everything was erased
  assert.equal(told, 4);
});

/** A text of lists, one in the other. */
const deep = (depth) => '['.repeat(depth) + ']'.repeat(depth);

for (const text of [null, '', '{', 'undefined', deep(33), deep(100_000)]) {
  test(`nothing is made of ${text === null ? 'no text' : `« ${text.slice(0, 40)} »`}`, () => {
    assert.equal(parse(text), null);
  });
}

test('what is as deep as a journal may be is read', () => {
  assert.deepEqual(parse(deep(32)), JSON.parse(deep(32)));
  assert.deepEqual(parse('{"a": [1, null, "é"]}'), { a: [1, null, 'é'] });
});

test('the last scenario of a calculator comes back, and no other’s', () => {
  keep('combat', { mode: 'tir' });
  assert.deepEqual(recall('combat'), { mode: 'tir' });
  assert.equal(recall('action'), null);
});

for (const text of ['{', 'null', '7', '{"v":2,"scenario":{}}', '{"scenario":{}}']) {
  test(`a scenario kept as ${text} is none`, () => {
    storage.setItem('ncalc:combat', text);
    assert.equal(recall('combat'), null);
  });
}

test('a scenario that cannot be kept is no fault', () => {
  refuseAll();
  keep('combat', {});
  assert.equal(recall('combat'), null);
});
