/** What a reader did, step by step, undone and done again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { History } from '../../web/src/history.js';

/** A form that holds one object, and its history. */
function made() {
  const form = { held: { a: 0 } };
  let told = 0;
  const history = new History(() => form.held, (scenario) => { form.held = scenario; }, () => { told += 1; });
  return {
    form,
    history,
    told: () => told,
    /** Change the form, and say so. */
    set(a, effects) {
      form.held = { a };
      return history.record(effects);
    },
  };
}

test('steps go back one by one, and forth again', () => {
  const { form, history, set } = made();
  for (const a of [1, 2]) set(a);
  const seen = [];
  for (const way of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo']) {
    history[way]();
    seen.push(form.held.a);
  }
  assert.deepEqual(seen, [1, 0, 0, 1, 2, 2]);
});

test('it is known at each moment what can be undone and done again', () => {
  const { history, set } = made();
  const can = () => [history.canUndo, history.canRedo];
  assert.deepEqual(can(), [false, false]);
  set(1);
  assert.deepEqual(can(), [true, false]);
  history.undo();
  assert.deepEqual(can(), [false, true]);
});

test('a change after an undo takes the place of what was undone', () => {
  const { form, history, set } = made();
  set(1);
  history.undo();
  set(2);
  history.redo();
  assert.equal(form.held.a, 2);
  history.undo();
  assert.equal(form.held.a, 0);
});

test('what is typed into a field in one go is one step', () => {
  const { form, history, set } = made();
  for (const a of [1, 12, 123]) set(a, { champ: 'degre' });
  history.undo();
  assert.equal(form.held.a, 0);
});

for (const [what, between] of [
  ['a pause', ({ history }) => history.pause()],
  ['another field', ({ set }) => set(5, { champ: 'autre' })],
  ['an undo and its reverse', ({ history }) => { history.undo(); history.redo(); }],
]) {
  test(`what is typed after ${what} is a step of its own`, () => {
    const kept = made();
    kept.set(1, { champ: 'degre' });
    between(kept);
    const before = kept.form.held.a;
    kept.set(12, { champ: 'degre' });
    kept.history.undo();
    assert.equal(kept.form.held.a, before);
  });
}

test('nothing that changes is no step', () => {
  const { history, set } = made();
  assert.equal(set(0), null);
  assert.equal(history.canUndo, false);
});

test('a step that touched more than the form takes that back, and does it again', () => {
  const { history, set } = made();
  const done = [];
  set(0, { defaire: () => done.push('défait'), refaire: () => done.push('refait') });
  history.undo();
  history.redo();
  assert.deepEqual(done, ['défait', 'refait']);
});

test('a step stands until it is undone or the form holds something else altogether', () => {
  const { history, set } = made();
  const step = set(1, { entier: true });
  set(2);
  assert.ok(history.stands(step));
  set(3, { entier: true });
  assert.ok(!history.stands(step));
  history.undo();
  assert.ok(history.stands(step));
  history.undo();
  history.undo();
  assert.ok(!history.stands(step));
});

test('of more steps than three hundred the oldest are forgotten', () => {
  const { form, history, set } = made();
  for (let a = 1; a <= 310; a += 1) set(a);
  while (history.canUndo) history.undo();
  assert.equal(form.held.a, 10);
});

test('steps taken before the page stood come before all others', () => {
  const { form, history, set } = made();
  set(1);
  history.precede([{ avant: '{"a":-1}', apres: '{"a":0}' }]);
  history.undo();
  history.undo();
  assert.equal(form.held.a, -1);
});

test('what the form holds at the start is no step', () => {
  const { form, history } = made();
  form.held = { a: 9 };
  history.start();
  assert.equal(history.record(), null);
});

test('who watches is told after every change', () => {
  const { history, set, told } = made();
  let heard = 0;
  history.watch(() => { heard += 1; });
  set(1);
  set(1);
  history.undo();
  history.redo();
  assert.deepEqual([heard, told()], [3, 3]);
});
