/** Paths of a scenario, and the fields' names that they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { flatten } from '../../web/src/restore.js';
import { keysOf } from '../../web/src/scenario.js';

for (const [path, keys] of [
  ['mode', ['mode']],
  ['attaquant.nom', ['attaquant', 'nom']],
  ['defenseurs[0].nom', ['defenseurs', 0, 'nom']],
  ['jets.defense[2][10]', ['jets', 'defense', 2, 10]],
  ['attaquant.effets[]', ['attaquant', 'effets']],
  ['', []],
]) {
  test(`« ${path} » is a path of ${keys.length} keys`, () => assert.deepEqual(keysOf(path), keys));
}

for (const [what, scenario, names] of [
  ['a value, a figure, a yes', { a: 'x', b: 0, c: true }, { a: 'x', b: '0', c: 'true' }],
  ['no field for what is null or false', { a: null, b: false, c: undefined }, {}],
  ['what is in an object', { a: { b: { c: 1 } } }, { 'a.b.c': '1' }],
  ['each item of a list', { a: [{ b: 1 }, { b: 2 }], c: [[3], [4]] }, { 'a[0].b': '1', 'a[1].b': '2', 'c[0][0]': '3', 'c[1][0]': '4' }],
  ['all ticks of a list of words at once', { a: ['x', 'y'] }, { 'a[]': ['x', 'y'] }],
  ['no field for what is empty', { a: [], b: {} }, {}],
  ['an empty text', { a: '' }, { a: '' }],
  ['no gap for an item that is null', { a: [null, 5] }, { 'a[1]': '5' }],
]) {
  test(`of a scenario the form has ${what}`, () => assert.deepEqual(Object.fromEntries(flatten(scenario)), names));
}

test('names that every object has are names like any other', () => {
  const scenario = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
  assert.deepEqual([...flatten(scenario)], [['__proto__.x', '1'], ['constructor', '2']]);
  assert.equal({}.x, undefined);
});
