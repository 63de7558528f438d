/**
 * Fighters kept in this browser, each under a name of its own in the storage, so that two tabs add
 * to the list without undoing each other's work. What a fighter is, Python says.
 */

import { announce } from './announce.js';
import { copyText } from './clipboard.js';
import { showFaults } from './faults.js';
import { forget, keysOf, parse, read, watch, write } from './store.js';
import { show } from './tree.js';

/** @typedef {import('./calculator.js').Calculator} Calculator */
/** @typedef {{nom?: unknown, type?: unknown, degre?: unknown}} Fighter */
/** @typedef {{cote: string, rang: number}} Place */

const PREFIX = 'ncalc:personnage:';
const VERSION = 1;
const LONGEST_NAME = 60;
/** A file beyond this is not even read; what fits is judged by Python. */
const MOST_BYTES = 1 << 20;

/** @param {string} key */
function fighterAt(key) {
  const kept = parse(read(key));
  const sound = kept?.v === VERSION && kept.personnage !== null && typeof kept.personnage === 'object';
  return sound ? /** @type {Fighter} */ (kept.personnage) : null;
}

/** @returns {[string, Fighter][]} by name, with the key of each */
function all() {
  const found = keysOf(PREFIX).map((key) => /** @type {[string, Fighter | null]} */ ([key, fighterAt(key)]));
  const sound = /** @type {[string, Fighter][]} */ (found.filter(([, fighter]) => fighter !== null));
  return sound.sort(([, one], [, other]) => String(one.nom ?? '').localeCompare(String(other.nom ?? '')));
}

/** @param {Fighter} fighter */
function textOf(fighter) {
  return JSON.stringify({ v: VERSION, personnage: fighter });
}

function newKey() {
  return PREFIX + Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {Element | null} button a button of a side, or in it
 * @returns {Place}
 */
function sideOf(button) {
  const rang = button?.closest('[data-rang]')?.getAttribute('data-rang');
  return { cote: button?.closest('[data-cote]')?.getAttribute('data-cote') ?? '', rang: Number(rang ?? 0) };
}

/** @param {Calculator} calculator */
export function offerCharacters(calculator) {
  const { root, form, calcul, engine } = calculator;
  const fold = /** @type {HTMLElement | null} */ (root.querySelector('[data-personnages]'));
  const model = /** @type {HTMLElement | null | undefined} */ (fold?.querySelector('[data-modele]'));
  const list = model?.parentElement;
  if (!fold || !model || !list) return;
  const told = fold.querySelector('[data-annonce]');
  const toldAtSide = root.querySelector('[data-garde-dit]');
  const exported = /** @type {HTMLTextAreaElement} */ (fold.querySelector('[data-export]'));
  const pasted = /** @type {HTMLTextAreaElement} */ (fold.querySelector('[data-import]'));
  const chosen = /** @type {HTMLInputElement} */ (fold.querySelector('[data-import-fichier]'));
  /** What « Annuler » brings back. @type {[string, string] | null} */
  let removed = null;

  /** @param {Fighter} fighter */
  const typeOf = (fighter) => [...form.querySelectorAll('select[name$=".type"] option')]
    .find((option) => /** @type {HTMLOptionElement} */ (option).value === fighter.type)?.textContent ?? '';

  /** The places that a fighter can be put into, as the form has them now. @returns {[Place, string][]} */
  function places() {
    const sections = [...form.querySelectorAll('[data-cote]')].filter((each) => !each.closest('fieldset:disabled'));
    return sections.map((each) => {
      const heading = each.querySelector('h3');
      const number = heading?.querySelector('[data-numero]:not([hidden])')?.textContent ?? '';
      return [sideOf(each), `${heading?.firstChild?.textContent?.trim() ?? ''} ${number}`.trim()];
    });
  }

  /**
   * @param {string} key
   * @param {Fighter} fighter
   */
  function rowOf(key, fighter) {
    const row = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (model).cloneNode(true));
    row.removeAttribute('data-modele');
    row.dataset.cle = key;
    row.hidden = false;
    const texts = { nom: String(fighter.nom ?? '') || typeOf(fighter), type: typeOf(fighter), degre: String(fighter.degre ?? '') };
    for (const [name, text] of Object.entries(texts)) {
      for (const place of row.querySelectorAll(`[data-dit-${name}]`)) place.textContent = text;
    }
    const first = /** @type {HTMLElement} */ (row.querySelector('[data-placer]'));
    for (const [place, label] of places()) {
      const button = /** @type {HTMLElement} */ (first.cloneNode(true));
      button.dataset.placer = JSON.stringify(place);
      button.hidden = false;
      /** @type {HTMLElement} */ (button.querySelector('[data-dit-cote]')).textContent = label;
      first.before(button);
    }
    first.remove();
    return row;
  }

  function refresh() {
    const kept = all();
    const focused = document.activeElement?.closest('[data-cle]');
    if (focused?.querySelector('input:not([hidden])') === document.activeElement && focused) return; // being renamed
    /** @type {HTMLElement} */ (list).replaceChildren(/** @type {HTMLElement} */ (model), ...kept.map(([key, fighter]) => rowOf(key, fighter)));
    const count = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (fold).querySelector('[data-nombre]'));
    count.textContent = String(kept.length);
    count.hidden = kept.length === 0;
    for (const part of /** @type {HTMLElement} */ (fold).querySelectorAll('[data-si-personnages]')) {
      /** @type {HTMLElement} */ (part).hidden = (/** @type {HTMLElement} */ (part).dataset.siPersonnages === 'oui') !== kept.length > 0;
    }
    exported.value = JSON.stringify({ version: VERSION, personnages: kept.map(([, fighter]) => fighter) }, null, 1);
  }

  /**
   * Keep fighters that are not there yet.
   * @param {Fighter[]} fighters
   * @returns {string} what came of it: the code of a sentence
   */
  function add(fighters) {
    const known = new Set(all().map(([, fighter]) => JSON.stringify(fighter)));
    const fresh = fighters.filter((fighter) => !known.has(JSON.stringify(fighter)));
    const outcomes = new Set(fresh.map((fighter) => write(newKey(), textOf(fighter), refresh)));
    refresh();
    if (!fresh.length) return 'deja';
    return outcomes.has('plein') ? 'plein' : outcomes.has('refuse') ? 'refuse' : 'garde';
  }

  /** @param {HTMLElement} button */
  async function keepSide(button) {
    const answer = await calculator.ask('garder', sideOf(button));
    if (!answer) return;
    if ('erreurs' in answer) {
      showFaults(form, answer.erreurs);
      return;
    }
    const { personnage } = answer.resultat;
    const outcome = add([personnage]);
    if (toldAtSide) button.closest('h3')?.after(toldAtSide);
    announce(toldAtSide, outcome, personnage.nom || typeOf(personnage));
  }

  /**
   * @param {string} key
   * @param {Place} place
   */
  async function load(key, place) {
    const personnage = fighterAt(key);
    if (!personnage) return;
    const texte = JSON.stringify({ scenario: calculator.read(), personnage });
    const answer = await engine.call('placer', { calcul, texte, demande: place }, { canal: `${calcul} placer` }).catch(() => null);
    if (!answer) return;
    if ('erreurs' in answer) {
      announce(told, 'abime', String(personnage.nom ?? ''));
      return;
    }
    calculator.replace(answer.resultat.scenario, 'personnage');
    show(root, answer.vue);
    announce(told, 'place', String(personnage.nom ?? '') || typeOf(personnage));
    refresh();
  }

  /** @param {string} text */
  async function bring(text) {
    show(root, { personnages: [] }); // what came of an earlier one
    if (!text.trim()) {
      announce(told, 'rien');
      return;
    }
    const answer = await engine.call('personnages', { calcul, texte: text }, { canal: `${calcul} personnages` }).catch(() => null);
    if (!answer) return;
    if ('erreurs' in answer) {
      announce(told, 'illisible', answer.erreurs[0]?.message ?? '');
      return;
    }
    show(root, answer.vue);
    const { personnages } = answer.resultat;
    announce(told, personnages.length ? add(personnages) : '');
    pasted.value = '';
  }

  /** @param {HTMLElement} row */
  function rename(row) {
    const field = /** @type {HTMLInputElement} */ (row.querySelector('input'));
    const shown = /** @type {HTMLElement} */ (row.querySelector('.ncalc-ligne-dit'));
    const key = row.dataset.cle ?? '';
    let done = false;
    /** @param {boolean} keep */
    const end = (keep) => {
      if (done) return;
      done = true;
      const fighter = fighterAt(key); // as it is by now: another tab may have been here
      const nom = field.value.trim().slice(0, LONGEST_NAME);
      if (keep && fighter && nom && nom !== fighter.nom) {
        const outcome = write(key, textOf({ ...fighter, nom }), refresh);
        announce(told, outcome === 'garde' ? 'renomme' : outcome, nom);
      }
      field.hidden = true;
      refresh();
      /** @type {HTMLElement | null} */ (list?.querySelector(`[data-cle="${CSS.escape(key)}"] [data-renommer]`) ?? null)?.focus();
    };
    field.value = String(fighterAt(key)?.nom ?? '');
    field.hidden = false;
    shown.hidden = true;
    field.select();
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end(event.key === 'Enter');
    });
    field.addEventListener('blur', () => end(true));
  }

  /** @param {string} key */
  function remove(key) {
    const fighter = fighterAt(key);
    removed = [key, read(key) ?? ''];
    forget(key, refresh);
    refresh();
    announce(told, 'supprime', String(fighter?.nom ?? '') || typeOf(fighter ?? {}));
    fold?.querySelector('summary')?.focus();
  }

  function download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([exported.value], { type: 'application/json' }));
    link.download = exported.dataset.export ?? '';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    const row = /** @type {HTMLElement | null} */ (button.closest('[data-cle]'));
    if (button.matches('[data-garder]')) keepSide(button);
    else if (row && button.dataset.placer) load(row.dataset.cle ?? '', JSON.parse(button.dataset.placer));
    else if (row && button.matches('[data-renommer]')) rename(row);
    else if (row && button.matches('[data-supprimer]')) remove(row.dataset.cle ?? '');
    else if (button.matches('[data-personnages] [data-remettre]') && removed) {
      write(...removed, refresh);
      removed = null;
      refresh();
      announce(told, 'remis');
    }
    else if (button.matches('[data-exporter]')) download();
    else if (button.matches('[data-copier-export]')) copyText(root, button, Promise.resolve(exported.value), exported);
    else if (button.matches('[data-importer]')) bring(pasted.value);
  });
  chosen.addEventListener('change', async () => {
    const file = chosen.files?.[0];
    if (!file) return;
    if (file.size > MOST_BYTES) announce(told, 'lourd');
    else await bring(await file.text());
    chosen.value = '';
  });
  // Targets come and go by a press, or with the form of attack.
  let offered = '';
  const follow = () => {
    const now = JSON.stringify(places());
    if (now === offered) return;
    offered = now;
    refresh();
  };
  for (const name of ['click', 'change']) form.addEventListener(name, follow);
  fold.addEventListener('toggle', refresh);
  watch(PREFIX, refresh);
  refresh();
}
