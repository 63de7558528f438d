/** The dice that the page rolls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { roll } from '../../web/src/dice.js';
import { give } from './window.mjs';

test('a die of a hundred is fair', () => {
  const times = 20_000;
  const counts = new Map();
  for (let time = 0; time < times; time += 1) {
    const face = roll(100);
    counts.set(face, (counts.get(face) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort((one, other) => one - other), Array.from({ length: 100 }, (_, rank) => rank + 1));
  const expected = times / 100;
  const distance = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // Chi square of 99 degrees of freedom: above 200 once in a hundred million runs; a die of a byte
  // modulo 100, which favours low faces, lies near 1,000.
  assert.ok(distance < 200, `${distance}`);
});

test('each byte is one face, and bytes that would favour some are thrown away', (t) => {
  const { crypto } = globalThis;
  t.after(() => give('crypto', crypto));
  const bytes = [255, 200, 199, 0, 100];
  give('crypto', { getRandomValues: (array) => array.set([bytes.shift()]) });
  assert.deepEqual([roll(100), roll(100), roll(100)], [100, 1, 1]);
  assert.deepEqual(bytes, []);
});
