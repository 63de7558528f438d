/**
 * The journal of a fight: every resolution is kept, and gestures prepare the next from what the
 * journal holds. Which gestures there are and what carries over, Python says; the page keeps the
 * journal, fills the form and shows what it is told.
 */

import { announce } from './announce.js';
import { offerAside } from './aside.js';
import { showFaults } from './faults.js';
import { holdFocus } from './focus.js';
import { graft } from './graft.js';
import { offerLimits } from './limits.js';
import { asFilled, empty, journalIn, keepJournal, keyOf, lightened, moved, over, recallJournal, roundOf, textOf, upTo, without } from './record.js';
import { watch } from './store.js';
import { show } from './tree.js';

/** @typedef {import('./calculator.js').Calculator} Calculator */
/** @typedef {import('./record.js').Kept} Kept */
/** @typedef {{geste: string, cible: unknown, scenario: unknown}} Gesture */
/** @typedef {{resolved(scenario: Record<string, unknown>): void, leave(now: boolean): import('./history.js').Effects | undefined}} Hooks */

/** Where Python speaks of the form that came with the journal. */
const FORM = 'scenario.';

/**
 * @param {Calculator} calculator
 * @returns {Hooks | null} to be told what was resolved, and that the form holds something else, to be kept now or once it is changed; null where there is no journal
 */
export function offerJournal(calculator) {
  const { root, calcul, engine, history } = calculator;
  const section = /** @type {HTMLElement | null} */ (root.querySelector('[data-journal-de]'));
  if (!section) return null;
  const told = section.querySelector('[data-annonce]');
  /** Where it is said that the journal was erased, and the step that did it. */
  const said = /** @type {HTMLElement | null} */ (root.querySelector('[data-journal-dit]'));
  /** @type {import('./history.js').Step | null} */
  let erased = null;
  const prepared = /** @type {HTMLElement | null} */ (root.querySelector('[data-prepare]'));
  let kept = empty();
  /** What has taken the gesture's place in the form and is not kept yet. @type {import('./history.js').Effects | null} */
  let left = null;
  const aside = offerAside(root, calcul);
  const limits = offerLimits(section);
  /** A resolution that has found no room. @type {import('./record.js').Entry | null} */
  let waiting = null;

  /**
   * Ask Python what follows from a journal.
   * @param {import('./record.js').Journal} journal
   * @param {Gesture} [gesture]
   */
  async function ask(journal, gesture = { geste: '', cible: null, scenario: null }) {
    const texte = JSON.stringify({ ...journal, ...gesture });
    return engine.call('next', { calcul, texte }, { canal: `${calcul} next` }).catch(() => null);
  }

  /**
   * Say why Python refuses; what is wrong with the form is shown there.
   * @param {import('./faults.js').Fault[]} faults
   * @param {string} code which sentence
   */
  function refuse(faults, code) {
    const own = faults.filter(({ chemin }) => chemin.startsWith(FORM));
    if (own.length) showFaults(calculator.form, own.map((fault) => ({ ...fault, chemin: fault.chemin.slice(FORM.length) })));
    else announce(told, code, faults[0]?.message ?? '');
  }

  /**
   * Nothing can be made of what was stored: its text is put aside for its owner, and a new journal begins.
   * @param {string} text
   */
  function disown(text) {
    aside.put(text);
    kept = empty();
    refresh();
  }

  /**
   * The gesture that prepared the form, while it has not been resolved.
   * @param {import('./record.js').Prepared | null} was
   */
  function pending(was) {
    return was && !was.fait ? { geste: was.geste, cible: was.cible, scenario: was.base } : undefined;
  }

  /** @param {any} answer */
  function display({ resultat, vue }) {
    limits.learn(resultat.limites);
    limits.show(kept.journal, waiting !== null);
    const refocus = holdFocus(root);
    show(root, vue);
    const model = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (section).querySelector('[data-oter]'));
    for (const [rank, item] of [...root.querySelectorAll('[data-vue=journal] li')].entries()) {
      const button = /** @type {HTMLElement | undefined} */ (model?.cloneNode(true));
      if (!button) return;
      button.hidden = false;
      button.dataset.oter = String(rank);
      const named = button.querySelector('[data-dit-nom]');
      if (named) named.textContent = item.textContent;
      item.append(button);
    }
    refocus();
  }

  /**
   * Show what there is, without a word from Python where there is nothing.
   * @param {unknown} [known] what Python has already said of it: nothing is asked, and it is there at once, before the focus goes on
   */
  async function refresh(known) {
    const any = kept.journal.entrees.length > 0;
    /** @type {HTMLElement} */ (section).hidden = !any;
    if (prepared) prepared.hidden = !any || !pending(kept.prepare);
    if (!any) return;
    const answer = known ?? (await ask(kept.journal, pending(kept.prepare)));
    if (!answer) return;
    if (!('erreurs' in answer)) display(answer);
    else if (kept.prepare && pending(kept.prepare)) {
      kept = { ...kept, prepare: over(kept.prepare) };
      refresh();
    } else disown(recallJournal(calcul) || textOf(kept));
  }

  /** Another calculator or another tab has gone on with the journal; this form is what it was. */
  function follow() {
    const text = recallJournal(calcul);
    const read = text ? journalIn(text) : empty();
    if (!read) {
      disown(text);
      return;
    }
    kept = { journal: read.journal, prepare: moved(kept.prepare, kept.journal, read.journal) };
    refresh();
  }

  /**
   * @param {Kept} next
   * @param {unknown} [known] what Python has already said of it
   */
  function put(next, known) {
    left = waiting = null;
    kept = next;
    const outcome = keepJournal(calcul, kept, follow);
    if (outcome !== 'garde') announce(told, outcome);
    refresh(known);
  }

  /**
   * Two journals between which a step goes. Where another tab has gone on since, it is left alone.
   * @param {Kept} before
   * @param {Kept} after
   */
  function effects(before, after) {
    /**
     * @param {Kept} from
     * @param {Kept} to
     */
    const turn = (from, to) => () => {
      if (JSON.stringify(kept.journal) === JSON.stringify(from.journal)) put(to);
      else refresh();
    };
    return { defaire: turn(after, before), refaire: turn(before, after) };
  }

  /**
   * @param {Kept} next
   * @param {unknown} [known] what Python has already said of it
   */
  function step(next, known) {
    const before = kept;
    put(next, known);
    history.record(effects(before, next));
  }

  /** @param {{geste: string, cible?: unknown}} gesture */
  async function prepare({ geste, cible = null }) {
    calculator.noted();
    const base = calculator.read();
    const before = kept;
    const answer = await ask(before.journal, { geste, cible, scenario: base });
    if (!answer || kept !== before) return;
    if ('erreurs' in answer) refuse(answer.erreurs, 'illisible');
    if (!answer.resultat?.scenario) return;
    const { scenario, qui, par, round: next } = answer.resultat;
    const entree = before.journal.entrees.length - 1;
    const after = { journal: { ...before.journal, round: next }, prepare: { geste, cible, qui, par, entree, base, scenario, fait: false } };
    calculator.replace(scenario, 'suite', effects(before, after));
    put(after, answer);
    root.scrollIntoView({ block: 'start' });
    prepared?.focus({ preventScroll: true });
  }

  function clear() {
    step(empty());
    erased = history.last;
    announce(said, 'vide');
    said?.focus();
  }

  /**
   * What is taken out, lifted or added by hand holds for the form too, where a gesture has filled it.
   * @param {import('./record.js').Journal} journal
   */
  async function amend(journal) {
    const before = kept;
    const was = moved(before.prepare, before.journal, journal);
    if (!journal.entrees.length) {
      clear();
      return;
    }
    const answer = await ask(journal, pending(was));
    if (!answer || kept !== before) return;
    if ('erreurs' in answer) {
      refuse(answer.erreurs, 'inchange');
      return;
    }
    const { scenario } = answer.resultat;
    if (!was || was.fait || !scenario) {
      step({ journal, prepare: was }, answer);
      return;
    }
    const after = { journal, prepare: { ...was, scenario } };
    calculator.replace(graft(calculator.read(), was.scenario, scenario), null, effects(before, after));
    put(after, answer);
  }

  /** @param {Record<string, any>} asked what a button of Python's says */
  function press(asked) {
    if (typeof asked.geste === 'string') prepare(/** @type {{geste: string}} */ (asked));
    else amend({ ...kept.journal, ...asked });
  }

  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    if (button.dataset.oter) amend(without(kept.journal, Number(button.dataset.oter)));
    else if (button.matches('[data-alleger]')) {
      const journal = lightened(kept.journal);
      amend(waiting ? { ...journal, entrees: [...journal.entrees, waiting] } : journal);
    } else if (button.dataset.journal) press(JSON.parse(button.dataset.journal));
    else if (button.matches('[data-vider]')) clear();
    else if (said?.contains(button)) section.focus();
  });
  watch(keyOf(calcul), follow);
  history.watch(() => {
    if (erased && erased !== history.last) {
      erased = null;
      announce(said, '');
    }
    if (!left || history.last?.defaire === left.defaire) return;
    left = null;
    keepJournal(calcul, kept, follow);
  });

  const stored = recallJournal(calcul);
  const recalled = stored ? journalIn(stored) : kept;
  if (recalled) kept = recalled;
  else disown(stored);
  if (kept.journal.entrees.length) {
    const { entrees } = kept.journal;
    /** @type {import('./history.js').Step[]} */
    const steps = [];
    entrees.forEach(({ scenario }, rank) => {
      const held = asFilled(scenario);
      const next = entrees[rank + 1];
      const before = upTo(kept, rank);
      const after = rank === entrees.length - 1 ? kept : upTo(kept, rank + 1);
      steps.push({ avant: held, apres: held, ...effects(before, after) });
      const then = next ? asFilled(next.scenario) : JSON.stringify(calculator.read());
      if (then !== held) steps.push({ avant: held, apres: then });
    });
    history.precede(steps);
    refresh();
  }

  return {
    resolved(scenario) {
      const { journal, prepare: was } = kept;
      const last = journal.entrees.at(-1);
      const made = { round: roundOf(journal), scenario, ...(was ? { qui: was.qui, par: was.par } : {}) };
      const again = last?.round === made.round && !pending(was) && asFilled(last.scenario) === asFilled(scenario);
      const entrees = last && again ? [...journal.entrees.slice(0, -1), { ...last, scenario }] : [...journal.entrees, made];
      const next = { ...journal, entrees };
      if (!again && !limits.admits(next)) {
        waiting = made;
        limits.show(journal, true);
      } else step({ journal: next, prepare: was && { ...was, fait: true } });
    },
    leave(now) {
      const before = kept;
      if (!before.prepare) return undefined;
      kept = { ...kept, prepare: null };
      if (prepared) prepared.hidden = true;
      const done = effects(before, kept);
      if (now) keepJournal(calcul, kept, follow);
      else left = done;
      return done;
    },
  };
}
