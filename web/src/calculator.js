/**
 * One calculator on a page: its form, the engine it asks, what it shows. It knows no game: the
 * fields say what they are, Python says what comes of them.
 */

import { offerCharacters } from './characters.js';
import { copyViews } from './clipboard.js';
import { growing } from './columns.js';
import { applies, fieldsOf, settle } from './conditions.js';
import { listItems } from './consult.js';
import { offerDialogs } from './dialog.js';
import { diceOf, offerPads, rollDie } from './dice.js';
import { rollDue, showDue } from './due.js';
import { clearFaults, forgetFault, showFaults } from './faults.js';
import { offerSearch } from './filter.js';
import { heirsOf } from './focus.js';
import { History } from './history.js';
import { offerJournal } from './journal.js';
import { offerLink } from './link.js';
import { keep, recall } from './memory.js';
import { offerMenu, offerUndo, showUndo } from './menu.js';
import { offerOutcome } from './outcome.js';
import { released } from './press.js';
import { offerPreview } from './preview.js';
import './print.js';
import { refill } from './refill.js';
import { offerReplacing } from './replacing.js';
import { changedOf, listChanges } from './reset.js';
import { flatten, restore } from './restore.js';
import { readAside, readForm } from './scenario.js';
import { showState } from './state.js';
import { countFolds, offerSteps } from './steps.js';
import { holdStill } from './still.js';
import { show } from './tree.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {{erreurs: import('./faults.js').Fault[]} | {resultat: unknown, vue: Record<string, import('./tree.js').Tree[]>}} Answer */

/**
 * What the parts of a calculator ask of it.
 * @typedef {object} Calculator
 * @property {HTMLElement} root
 * @property {HTMLFormElement} form
 * @property {string} calcul what the rules call it
 * @property {Engine} engine
 * @property {History} history
 * @property {(op: string, demande?: object) => Promise<any>} ask about the scenario at hand; null where it cannot be had, or a later question took over
 * @property {() => object} read the scenario at hand
 * @property {() => void} noted take what has changed for done
 * @property {(scenario: unknown, said?: string | null, effects?: import('./history.js').Effects) => void} replace put another scenario into the form; what was there can be had back
 * @property {() => void} giveUp want no more of an answer that is still awaited
 * @property {(now: boolean) => import('./history.js').Effects | undefined} leave forget what had prepared the form: for good now, or only once it is changed
 */

/** Quiet time after a keystroke before the thresholds are asked for. */
const PAUSE_MS = 120;

/**
 * Whether what happens there has nothing to do with the scenario.
 * @param {EventTarget | null} target
 */
function isAside(target) {
  return target instanceof Element && target.closest('[data-hors]') !== null;
}

/**
 * Bring a calculator to life.
 * @param {HTMLElement} root
 * @param {Engine} engine
 */
export function mount(root, engine) {
  const form = /** @type {HTMLFormElement} */ (root.querySelector('form'));
  const page = root.dataset.calcul ?? '';
  const calcul = root.dataset.regle ?? page; // what the rules call it, where that is another name
  const results = /** @type {HTMLElement} */ (root.querySelector('[data-resultats]'));
  const reroll = /** @type {HTMLElement} */ (root.querySelector('[data-relancer]'));
  const stale = /** @type {HTMLElement} */ (root.querySelector('[data-perime]'));
  /** What the reader last chose in a list, by name. @type {Map<string, string>} */
  const chosen = new Map();
  /** What was chosen on the result itself, until the form changes. @type {Record<string, unknown>} */
  let completed = {};
  let waiting = false;
  let asked = 0;
  /** What the result that is shown is of, as text; '' without a result. */
  let shown = '';
  let timer = 0;
  /** What the form held when it was last looked at. */
  let noticed = '';
  /** The field being typed in. @type {EventTarget | null} */
  let typing = null;
  const history = new History(held, place, () => showUndo(root, history));

  /** All that the form holds, with what stands beside the scenario. */
  function held() {
    return { ...readForm(form), ...readAside(form) };
  }

  /** The scenario at hand, with what was chosen on its result. */
  function whole() {
    return { ...readForm(form), ...completed };
  }

  /**
   * @param {string} op
   * @param {object} [demande] what is asked besides the scenario
   * @param {string} [why] a question put for another reason does not take this one's place
   */
  const ask = async (op, demande, why = '') => {
    const texte = JSON.stringify(whole());
    return engine.call(op, { calcul, texte, demande }, { canal: `${page} ${op}${why}` }).catch(() => null);
  };

  const preview = offerPreview(root, form, ask, (op, resultat) => {
    if (op === root.dataset.dus) showDue(form, /** @type {{dus: string[]}} */ (resultat).dus);
    forgetHidden();
  });

  function forgetHidden() {
    for (const field of form.querySelectorAll('[aria-invalid]:disabled')) forgetFault(form, /** @type {HTMLElement} */ (field));
  }

  const roll = () => rollDue(form, async () => {
    const op = engine.state.etat === 'pret' ? root.dataset.dus : undefined;
    return op && ask(op, undefined, ' lancer');
  });

  function changed() {
    completed = {};
    settle(form, chosen);
    forgetHidden();
    countFolds(form);
    listItems(form);
    listChanges(form);
    showAge();
    clearTimeout(timer);
    timer = setTimeout(() => {
      noted();
      if (engine.state.etat === 'pret') preview(); // or once it is: what was kept of another day starts nothing
    }, PAUSE_MS);
  }

  /** Say whether the result is of what the form holds. */
  function showAge() {
    const old = shown !== '' && shown !== JSON.stringify(whole());
    results.classList.toggle('ncalc-vieux', old);
    stale.hidden = !old;
  }

  /** The form has come to rest: what the reader changed is kept, and can be undone. */
  function noted() {
    const field = typing === document.activeElement && typing instanceof HTMLInputElement ? typing : null;
    history.record({ champ: field?.id });
    const text = JSON.stringify(held());
    if (link.isAsOpened() || text === noticed) return;
    noticed = text;
    keep(page, held());
  }

  /**
   * Bring the form to a scenario; the focus stays where it is.
   * @param {unknown} scenario
   */
  function place(scenario) {
    const active = document.activeElement;
    const still = holdStill(active);
    showDue(form, [...flatten(scenario).keys()]); // until the rules tell
    restore(form, scenario);
    if (active instanceof HTMLElement && active.isConnected) active.focus({ preventScroll: true });
    still();
  }

  /** @param {boolean} now */
  const leave = (now) => journal?.leave(now);
  const { replace, remember, undo } = offerReplacing(root, history, { noted, place, leave });

  /**
   * Put in the attack, say, that follows from the result, and go to what it still asks for.
   * @param {unknown} scenario
   */
  function follow(scenario) {
    replace(scenario);
    const required = fieldsOf(form).filter((field) => applies(field) && field.matches('[aria-required], [data-faces]'));
    required.find((field) => field.value === '')?.focus();
  }

  /** @param {'undo' | 'redo'} way */
  function move(way) {
    noted();
    history[way]();
  }

  function giveUp() {
    asked += 1;
    waiting = false;
    showState(root, engine.state, waiting);
  }

  /**
   * @param {{tour?: unknown}} [demande] how the result is wanted, where that was said
   * @param {boolean} [near] whether the reader has the result before him
   * @param {boolean} [late] whether he has gone on filling the form since he asked
   */
  async function resolve(demande, near = false, late = false) {
    clearTimeout(timer); // what it would show comes with the answer
    noted();
    waiting = true;
    asked += 1;
    const mine = asked;
    const scenario = whole();
    const text = JSON.stringify(scenario);
    const wanted = { ...readAside(form), ...demande };
    showState(root, engine.state, waiting);
    const answer = /** @type {Answer | null} */ (await ask('resolve', wanted));
    if (mine !== asked) return; // a later click waits for its own answer
    waiting = false;
    showState(root, engine.state, waiting);
    if (!answer) return;
    const moved = text !== JSON.stringify(whole());
    if ('erreurs' in answer) {
      if (moved) {
        resolve(demande, near, true); // what was missing may be there by now
        return;
      }
      showDue(form, answer.erreurs.map(({ chemin }) => chemin), false);
      showFaults(form, answer.erreurs, !late);
      preview();
      return;
    }
    clearFaults(form);
    shown = text;
    showAge();
    reroll.hidden = false;
    for (const after of root.querySelectorAll('[data-apres-resultat]')) /** @type {HTMLElement} */ (after).hidden = false;
    show(root, answer.vue);
    if (!near && !late && !moved) results.scrollIntoView({ block: 'nearest' });
    outcome(scenario, demande?.tour ?? 0);
    if (!demande) journal?.resolved(scenario);
    preview(root.dataset.bilan);
  }

  /**
   * Resolve again after a press on the result itself, whose buttons are made anew: the one that
   * stands for the same choice keeps the focus, and its place under the finger.
   * @param {HTMLElement} pressed
   * @param {{tour?: unknown}} [demande]
   */
  async function again(pressed, demande) {
    const found = heirsOf(pressed);
    const still = holdStill(pressed);
    await resolve(demande, true);
    const { same } = found();
    same?.focus({ preventScroll: true });
    still(same);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    resolve();
  });
  form.addEventListener('input', ({ target }) => {
    if (isAside(target)) return;
    if (target instanceof HTMLElement) forgetFault(form, target);
    typing = target;
    changed();
  });
  form.addEventListener('focusout', ({ target }) => {
    if (target === typing && target instanceof HTMLInputElement) history.record({ champ: target.id });
    history.pause();
  });
  form.addEventListener('change', ({ target }) => {
    if (isAside(target)) return;
    if (target instanceof HTMLSelectElement) chosen.set(target.name, target.value);
    changed();
  });
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    if (button.dataset.lancer === 'tous') roll();
    else if (button.dataset.lancer) diceOf(form).filter((die) => die.id === button.dataset.lancer).forEach(rollDie);
    else if (button.dataset.remplir) refill(form, JSON.parse(button.dataset.remplir));
    else if (button.dataset.exemple) (results.contains(button) ? follow : replace)(JSON.parse(button.dataset.exemple));
    else if (button.dataset.redemander) again(button, JSON.parse(button.dataset.redemander));
    else if (button.dataset.completer) {
      completed = { ...completed, ...JSON.parse(button.dataset.completer) };
      again(button);
    }
    else if (button.dataset.copierVue) copyViews(root, button);
    else if (button.matches('[data-effacer]')) replace({});
    else if (button.matches('[data-annuler]')) undo();
    else if (button.matches('[data-reessayer]')) engine.retry();
    else if (button.matches('[data-relancer]')) {
      roll().then(() => resolve());
    }
  });

  offerSearch(form);
  offerSteps(form);
  const pads = form.querySelector('[data-pave]');
  if (pads instanceof HTMLElement) offerPads(form, pads);
  for (const list of form.querySelectorAll('[data-liste]')) growing(/** @type {HTMLElement} */ (list), changed);
  settle(form);
  countFolds(form);
  listItems(form);
  offerMenu(root);
  offerUndo(root, move);

  const kept = recall(page);
  const pressed = form.hasAttribute('data-presse');
  form.removeAttribute('data-presse');
  /** What was typed before this script had come, where there is something else to put in. */
  const early = kept && changedOf(form).length > 0 ? held() : null;
  if (kept) {
    place(kept);
    remember('repris');
  }
  history.start();
  noticed = JSON.stringify(held());
  /** @type {Calculator} */
  const calculator = { root, form, calcul, engine, history, ask, read: () => readForm(form), noted, replace, giveUp, leave };
  offerDialogs(root);
  offerCharacters(calculator);
  const outcome = offerOutcome(calculator);
  const journal = offerJournal(calculator);
  const link = offerLink(calculator);

  let wasReady = false;
  engine.onState(async () => {
    await released();
    const { state } = engine;
    showState(root, state, waiting);
    if (state.etat === 'pret' && !wasReady) preview();
    wasReady = state.etat === 'pret';
  });
  addEventListener('pagehide', noted);
  if (early) replace(early, 'lien', {}); // what was kept of another day can be had back
  if (pressed && (early || !kept)) resolve(); // it was pressed with what the form holds now
}
