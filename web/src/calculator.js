/**
 * One calculator on a page: its form, the engine it asks, what it shows. It knows no game: the
 * fields say what they are, Python says what comes of them.
 */

import { copyViews } from './clipboard.js';
import { growing } from './columns.js';
import { applies, fieldsOf, settle } from './conditions.js';
import { consult, listItems } from './consult.js';
import { diceOf, offerPads, rollDie } from './dice.js';
import { rollDue, showDue } from './due.js';
import { clearFaults, forgetFault, showFaults } from './faults.js';
import { offerSearch } from './filter.js';
import { keep, recall } from './memory.js';
import './print.js';
import { refill } from './refill.js';
import { flatten, restore } from './restore.js';
import { readAside, readForm } from './scenario.js';
import { startWhenNear } from './start.js';
import { countFolds, offerSteps } from './steps.js';
import { show } from './tree.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./protocol.js').State} State */
/** @typedef {{erreurs: import('./faults.js').Fault[]} | {resultat: unknown, vue: Record<string, import('./tree.js').Tree[]>}} Answer */

/** Quiet time after a keystroke before the thresholds are asked for. */
const PAUSE_MS = 120;

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
  const memory = /** @type {HTMLElement} */ (root.querySelector('[data-memoire]'));
  const stale = /** @type {HTMLElement} */ (root.querySelector('[data-perime]'));
  /** What the reader last chose in a list, by name. @type {Map<string, string>} */
  const chosen = new Map();
  /** What was chosen on the result itself, until the form changes. @type {Record<string, unknown>} */
  let completed = {};
  /** What an example or « Tout effacer » took the place of. @type {unknown} */
  let replaced = null;
  let waiting = false;
  let asked = 0;
  let resolved = false;
  let timer = 0;

  /**
   * @param {string} op
   * @param {object} [demande] what is asked besides the scenario
   * @param {string} [why] a question put for another reason does not take this one's place
   */
  const ask = (op, demande, why = '') => {
    const texte = JSON.stringify({ ...readForm(form), ...completed });
    return engine.call(op, { calcul, texte, demande }, { canal: `${page} ${op}${why}` });
  };

  /**
   * Ask for what is shown beside the form, one operation after the other, the quickest first.
   * @param {string | undefined} operations
   */
  async function preview(operations = root.dataset.apercu) {
    for (const op of operations?.split(' ') ?? []) {
      const answer = /** @type {Answer | null} */ (await ask(op).catch(() => null));
      if (!answer) continue;
      if ('vue' in answer) {
        show(root, answer.vue);
        if (op === root.dataset.dus) showDue(form, /** @type {{dus: string[]}} */ (answer.resultat).dus);
        forgetHidden();
      }
      // What no longer follows from the form does not stay in sight; the reason does.
      else {
        for (const place of form.querySelectorAll('[data-vue]')) place.replaceChildren();
        const reason = document.createElement('p');
        reason.className = 'ncalc-raison'; // one line: the bar must not move under a finger
        reason.textContent = answer.erreurs[0]?.message ?? '';
        form.querySelector('[data-vue=seuils]')?.append(reason);
      }
    }
    for (const block of form.querySelectorAll('details[data-op][open]')) advise(block);
  }

  function forgetHidden() {
    for (const field of form.querySelectorAll('[aria-invalid]:disabled')) forgetFault(form, /** @type {HTMLElement} */ (field));
  }

  const roll = () => rollDue(form, async () => {
    const op = engine.state.etat === 'pret' ? root.dataset.dus : undefined;
    return op && ask(op, undefined, ' lancer').catch(() => null);
  });

  /** @param {Element} block */
  function advise(block) {
    consult(/** @type {HTMLElement} */ (block), (op, demande) => ask(op, demande).catch(() => null), (answer) => {
      if ('vue' in answer) {
        show(root, answer.vue);
        return;
      }
      const place = block.querySelector('[data-vue]');
      const said = document.createElement('p');
      said.textContent = answer.erreurs.map((/** @type {{message: string}} */ each) => each.message).join(' ');
      place?.replaceChildren(said);
    });
  }

  function changed() {
    completed = {};
    settle(form, chosen);
    forgetHidden();
    countFolds(form);
    listItems(form);
    if (resolved) {
      results.classList.add('ncalc-vieux');
      stale.hidden = false;
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      keep(page, { ...readForm(form), ...readAside(form) });
      preview();
    }, PAUSE_MS);
  }

  /** @param {unknown} scenario */
  function bring(scenario) {
    showDue(form, [...flatten(scenario).keys()]); // until the rules tell
    restore(form, scenario);
  }

  /**
   * Put another scenario into the form; what was there can be had back.
   * @param {unknown} scenario
   */
  function replace(scenario) {
    const before = { ...readForm(form), ...readAside(form) };
    bring(scenario);
    replaced = before;
    remember('remplace');
  }

  /**
   * Put in the attack, say, that follows from the result, and go to what it still asks for.
   * @param {unknown} scenario
   */
  function follow(scenario) {
    replace(scenario);
    const asked = fieldsOf(form).filter((field) => applies(field) && field.matches('[aria-required], [data-faces]'));
    asked.find((field) => field.value === '')?.focus();
  }

  /**
   * Say that the form holds what was kept, or what has replaced it.
   * @param {string} state
   */
  function remember(state) {
    memory.hidden = false;
    for (const said of memory.querySelectorAll('[data-memoire-dit]')) {
      /** @type {HTMLElement} */ (said).hidden = /** @type {HTMLElement} */ (said).dataset.memoireDit !== state;
    }
  }

  function undo() {
    bring(replaced);
    remember('repris');
  }

  /** @param {object} [demande] how the result is wanted, where that was said */
  async function resolve(demande) {
    clearTimeout(timer); // what it would show comes with the answer
    waiting = true;
    asked += 1;
    const mine = asked;
    display(engine.state);
    const wanted = { ...readAside(form), ...demande };
    const answer = /** @type {Answer | null} */ (await ask('resolve', wanted).catch(() => null));
    if (mine !== asked) return; // a later click waits for its own answer
    waiting = false;
    display(engine.state);
    if (!answer) return;
    if ('erreurs' in answer) {
      showDue(form, answer.erreurs.map(({ chemin }) => chemin), false);
      showFaults(form, answer.erreurs);
      preview();
      return;
    }
    clearFaults(form);
    resolved = true;
    results.classList.remove('ncalc-vieux');
    stale.hidden = true;
    reroll.hidden = false;
    for (const after of root.querySelectorAll('[data-apres-resultat]')) /** @type {HTMLElement} */ (after).hidden = false;
    show(root, answer.vue);
    results.scrollIntoView({ block: 'nearest' });
    preview(root.dataset.bilan);
  }

  /**
   * Resolve again after a press on the result itself, whose buttons are made anew: the one that
   * stands for the same choice keeps the focus.
   * @param {string} kind what marks these buttons
   * @param {object} [demande]
   */
  async function again(kind, demande) {
    const label = document.activeElement?.getAttribute('aria-label');
    await resolve(demande);
    for (const button of root.querySelectorAll(`button[${kind}]`)) {
      if (button.getAttribute('aria-label') === label) /** @type {HTMLElement} */ (button).focus();
    }
  }

  /** @param {Readonly<State>} state */
  function display({ etat, progres, raison }) {
    root.dataset.etat = etat;
    const shown = etat === 'chargement' && waiting ? 'attente' : etat;
    for (const place of root.querySelectorAll('[data-etat]')) {
      if (place instanceof HTMLElement) place.hidden = place.dataset.etat !== shown;
    }
    for (const bar of root.querySelectorAll('progress')) bar.value = progres;
    for (const said of root.querySelectorAll('[data-raison]')) {
      if (said instanceof HTMLElement) said.hidden = said.dataset.raison !== raison;
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    resolve();
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement) forgetFault(form, target);
    changed();
  });
  form.addEventListener('change', ({ target }) => {
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
    else if (button.dataset.redemander) again('data-redemander', JSON.parse(button.dataset.redemander));
    else if (button.dataset.completer) {
      completed = { ...completed, ...JSON.parse(button.dataset.completer) };
      again('data-completer');
    }
    else if (button.dataset.copierVue) copyViews(root, button);
    else if (button.matches('[data-effacer]')) replace({});
    else if (button.matches('[data-annuler]')) undo();
    else if (button.matches('[data-reessayer]')) engine.retry();
    else if (button.matches('[data-relancer]')) {
      roll().then(() => resolve());
    }
  });

  for (const block of form.querySelectorAll('details[data-op]')) {
    block.addEventListener('toggle', () => {
      if (/** @type {HTMLDetailsElement} */ (block).open) advise(block);
    });
  }
  offerSearch(form);
  offerSteps(form);
  const pads = form.querySelector('[data-pave]');
  if (pads instanceof HTMLElement) offerPads(form, pads);
  for (const list of form.querySelectorAll('[data-liste]')) growing(/** @type {HTMLElement} */ (list), changed);
  settle(form);
  countFolds(form);
  listItems(form);

  const kept = recall(page);
  if (kept) {
    bring(kept);
    remember('repris');
  }

  let wasReady = false;
  engine.onState((state) => {
    display(state);
    if (state.etat === 'pret' && !wasReady) preview();
    wasReady = state.etat === 'pret';
  });
  startWhenNear(root, engine);
}
