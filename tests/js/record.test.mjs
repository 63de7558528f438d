/** The journal as a browser keeps it: read with distrust, shortened, and what a gesture prepared in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import './window.mjs';

const { graft } = await import('../../web/src/graft.js');
const { offerLimits } = await import('../../web/src/limits.js');
const { asFilled, empty, journalIn, lightened, moved, roundOf, textOf, upTo, without } = await import('../../web/src/record.js');

/** Entries of these rounds, each with a scenario of its own. */
const entries = (...rounds) => rounds.map((round, rank) => ({ round, scenario: { rank } }));
const journal = (made) => ({ ...empty().journal, ...made });
const prepared = (made) => ({ geste: 'suivre', cible: null, qui: null, par: '', entree: 0, base: {}, scenario: {}, fait: false, ...made });

test('a journal comes back as it was kept', () => {
  const kept = { journal: journal({ entrees: entries(1, 2), retires: ['0.a'] }), prepare: prepared({ entree: 1 }) };
  assert.deepEqual(journalIn(textOf(kept)), kept);
});

for (const text of [
  '', '{', 'null', '7', '[]', '{}', '{"v":1}', '{"v":1,"journal":null}', '{"v":1,"journal":{"entrees":[]}}',
  '{"v":2,"journal":{"entrees":[],"retires":[],"blessures":[]},"prepare":null}',
  '{"v":1,"journal":{"entrees":{},"retires":[],"blessures":[]},"prepare":null}',
  '{"v":1,"journal":{"entrees":[null],"retires":[],"blessures":[]},"prepare":null}',
  '{"v":1,"journal":{"entrees":[{"scenario":null}],"retires":[],"blessures":[]},"prepare":null}',
  '{"v":1,"journal":{"entrees":[{"scenario":"x"}],"retires":[],"blessures":[]},"prepare":null}',
]) {
  test(`« ${text} » is no journal`, () => assert.equal(journalIn(text), null));
}

for (const prepare of [7, 'x', [], {}, { geste: 1 }]) {
  test(`a journal with ${JSON.stringify(prepare)} for a gesture has none`, () => {
    const kept = { v: 1, journal: journal({ entrees: entries(1) }), prepare };
    assert.equal(journalIn(JSON.stringify(kept)).prepare, null);
  });
}

test('a gesture that waits can only follow the last entry', () => {
  const read = (entree, fait) => journalIn(textOf({
    journal: journal({ entrees: entries(1, 1) }), prepare: prepared({ entree, fait }),
  })).prepare;
  assert.deepEqual([read(1, false).geste, read(1, false).fait], ['suivre', false]);
  for (const lost of [read(0, false), read(2, false), read(-1, false), read(2, true)]) {
    assert.deepEqual([lost.geste, lost.entree, lost.fait], ['', -1, true]);
  }
  assert.equal(read(0, true).geste, 'suivre');
});

test('a gesture kept by an earlier page, which named no entry, follows the last if it waits', () => {
  const read = (fait) => journalIn(textOf({
    journal: journal({ entrees: entries(1, 1) }), prepare: prepared({ entree: undefined, fait }),
  })).prepare;
  assert.equal(read(false).entree, 1);
  assert.equal(read(true).geste, '');
});

test('a gesture goes with the entry that it follows', () => {
  const [first, second, third] = entries(1, 1, 1);
  const before = journal({ entrees: [first, second, third] });
  const follow = (entrees) => moved(prepared({ entree: 2 }), before, journal({ entrees }));
  assert.equal(follow([first, third]).entree, 1);
  assert.equal(follow([first, second]).geste, '');
  assert.equal(follow([third, first]).geste, '', 'it is the last no longer');
  assert.equal(moved(null, before, before), null);
  const twice = journal({ entrees: [first, first] });
  assert.equal(moved(prepared({ entree: 1 }), twice, twice).entree, 1, 'the later of two alike');
});

test('without an entry, what was lifted under its number goes, and later numbers move up', () => {
  const made = without(journal({ entrees: entries(1, 1, 2), retires: ['0.a', '1.b', '2.c', '10.d'] }), 1);
  assert.deepEqual(made.entrees.map(({ scenario }) => scenario.rank), [0, 2]);
  assert.deepEqual(made.retires, ['0.a', '1.c', '9.d']);
});

test('without an entry, its wounds go, and the others keep what was said of them', () => {
  const blessures = [0, 1, 2].map((entree) => ({ entree, qui: 'a', blessure: 'x' }));
  const made = without(journal({ entrees: entries(1, 1, 2), blessures, retires: ['w0', 'w1', 'w2'] }), 1);
  assert.deepEqual(made.blessures.map(({ entree }) => entree), [0, 1]);
  assert.deepEqual(made.retires, ['w0', 'w1']);
});

test('what was lifted under an id that has no number goes with any entry', () => {
  assert.deepEqual(without(journal({ entrees: entries(1, 1), retires: ['sans'] }), 0).retires, []);
});

test('the journal before an entry has nothing of it, nor of what came later', () => {
  const blessures = [0, 1].map((entree) => ({ entree, qui: 'a', blessure: 'x' }));
  const before = upTo({ journal: journal({ entrees: entries(1, 2), blessures, round: 4 }), prepare: prepared() }, 1);
  assert.deepEqual(before.journal.entrees, entries(1));
  assert.deepEqual(before.journal.blessures, blessures.slice(0, 1));
  assert.equal(before.journal.round, undefined);
  assert.equal(before.prepare, null);
});

test('the fight is in the round of its last entry, or in one begun since', () => {
  assert.equal(roundOf(journal({})), 1);
  assert.equal(roundOf(journal({ round: 5 })), 1);
  assert.equal(roundOf(journal({ entrees: entries(1, 3) })), 3);
  assert.equal(roundOf(journal({ entrees: entries(1, 3), round: 2 })), 3);
  assert.equal(roundOf(journal({ entrees: entries(1, 3), round: 4 })), 4);
});

test('a journal made lighter has lost its oldest round', () => {
  assert.deepEqual(lightened(journal({ entrees: entries(2, 2, 3) })).entrees.map(({ round }) => round), [3]);
  assert.deepEqual(lightened(journal({ entrees: entries(2, 2) })).entrees, []);
  assert.deepEqual(lightened(journal({})).entrees, []);
});

test('what was chosen on a result is no part of what was filled in', () => {
  assert.equal(asFilled({ mode: 'tir', ajustements: { a: 1 } }), asFilled({ mode: 'tir' }));
});

test('a journal is full by its entries or its length, once Python has said how much it holds', () => {
  const { admits, learn } = offerLimits({ querySelector: () => null });
  const two = journal({ entrees: entries(1, 1) });
  assert.ok(admits(two));
  const signes = JSON.stringify(two).length;
  for (const [limits, expected] of [
    [{ entrees: 2, signes }, true],
    [{ entrees: 1, signes }, false],
    [{ entrees: 2, signes: signes - 1 }, false],
  ]) {
    learn(limits);
    assert.equal(admits(two), expected);
  }
});

for (const [what, current, before, after, expected] of [
  ['nothing, where nothing has', { a: 1 }, { a: 0 }, { a: 0 }, { a: 1 }],
  ['one key, and leaves alone what the reader has set', { a: 1, b: 7 }, { a: 1, b: 2 }, { a: 3, b: 2 }, { a: 3, b: 7 }],
  ['a key that is new', { a: 1 }, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }],
  ['a key that is gone', { a: 1, b: 2, c: 3 }, { a: 1, b: 2 }, { a: 1 }, { a: 1, c: 3 }],
  ['an item of a list of the same length', [1, 2, 9], [1, 2, 3], [1, 5, 3], [1, 5, 9]],
  ['no item that the reader has added', [1, 2, 3], [1, 2], [4, 2], [4, 2, 3]],
  ['a list whole, where its length has', [1, 9], [1, 2], [1], [1]],
  ['a value whole, where its kind has', { a: { b: 1 } }, { a: { b: 1 } }, { a: [2] }, { a: [2] }],
]) {
  test(`a proposal worked out anew changes ${what}`, () => assert.deepEqual(graft(current, before, after), expected));
}
