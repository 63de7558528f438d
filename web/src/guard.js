/*
 * Says in the page that it cannot come to life: its scripts are not those that were published, or the
 * browser does not know their language. In ES5, for a browser of any age; it runs before all other
 * scripts. The sentences stand in the page, hidden (`data-garde`).
 */
(function () {
  'use strict';

  var KEPT = 'ncalc:saisie:' + location.pathname;
  var said = '';

  /** @param {string} kind which sentence; the first one holds */
  function say(kind) {
    said = said || kind;
    var place = document.querySelector('[data-garde="' + said + '"]');
    if (place) place.removeAttribute('hidden');
    var mute = document.querySelector('[data-muet]');
    if (place && mute) mute.setAttribute('hidden', '');
  }

  /** @param {ErrorEvent | Event} event */
  function hear(event) {
    var target = event.target;
    if (target instanceof HTMLScriptElement) say('fichier');
    // One that arrived whole and is not understood: the browser is older than what it is written in.
    else if ('error' in event && event.error instanceof SyntaxError) say('ancien');
  }

  /** Load the page again with every script fetched anew: the browser keeps them, damaged or not. */
  function again() {
    /** @type {Promise<Response>[]} */
    var asked = [];
    Array.prototype.forEach.call(document.querySelectorAll('[integrity]'), function (/** @type {any} */ element) {
      asked.push(window.fetch(element.src || element.href, { cache: 'reload' }));
    });
    Promise.all(asked).then(reload, reload);
  }

  function reload() {
    keep();
    location.reload();
  }

  /** @param {(field: any, key: 'checked' | 'value') => void} each told which property holds what was typed */
  function fields(each) {
    Array.prototype.forEach.call(document.querySelectorAll('form [name][id]'), function (/** @type {any} */ field) {
      each(field, field.type === 'checkbox' || field.type === 'radio' ? 'checked' : 'value');
    });
  }

  /**
   * @param {any} field
   * @param {'checked' | 'value'} key
   */
  function atFirst(field, key) {
    if (key === 'checked') return field.defaultChecked;
    if (!field.options) return field.defaultValue;
    return (field.querySelector('option[selected]') || field.options[0] || field).value;
  }

  /** Keep what was typed before the page had come to life, for the page that is loaded next. */
  function keep() {
    /** @type {Record<string, unknown>} */
    var typed = {};
    fields(function (field, key) {
      if (field[key] !== atFirst(field, key)) typed[field.id] = field[key];
    });
    try {
      window.sessionStorage.setItem(KEPT, JSON.stringify(typed));
    } catch (error) {
      // storage is refused: it is lost
    }
  }

  /** Type it again, where there is anything. */
  function give() {
    /** @type {Record<string, unknown> | null} */
    var typed = null;
    try {
      typed = JSON.parse(window.sessionStorage.getItem(KEPT) || 'null');
      if (typed) window.sessionStorage.removeItem(KEPT);
    } catch (error) {
      // storage is refused, or not as it was left
    }
    if (!typed) return;
    fields(function (field, key) {
      if (!typed || !Object.prototype.hasOwnProperty.call(typed, field.id)) return;
      field[key] = typed[field.id];
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
  }

  /** A press before the page lives is answered once it does. @param {Event} event */
  function note(event) {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) event.target.setAttribute('data-presse', '');
  }

  window.addEventListener('error', hear, true);
  window.addEventListener('click', function (event) {
    if (event.target instanceof Element && event.target.hasAttribute('data-garde-reprendre')) again();
  });
  document.addEventListener('submit', note, true);
  document.addEventListener('ncalc:naissant', function () {
    document.removeEventListener('submit', note, true);
    give();
  });
  document.addEventListener('DOMContentLoaded', function () {
    if (!('noModule' in document.createElement('script'))) say('ancien');
    else {
      if (said) say(said);
      give();
    }
  });
}());
