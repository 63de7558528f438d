/*
 * Says in the page that it cannot come to life: its scripts are not those that were published, or the
 * browser does not know their language. In ES5, for a browser of any age; it runs before all other
 * scripts. The sentences stand in the page, hidden (`data-garde`).
 */
(function () {
  'use strict';

  var said = '';

  /** @param {string} kind which sentence; the first one holds */
  function say(kind) {
    said = said || kind;
    var place = document.querySelector('[data-garde="' + said + '"]');
    if (place) place.removeAttribute('hidden');
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
    location.reload();
  }

  window.addEventListener('error', hear, true);
  window.addEventListener('click', function (event) {
    if (event.target instanceof Element && event.target.hasAttribute('data-garde-reprendre')) again();
  });
  document.addEventListener('DOMContentLoaded', function () {
    if (!('noModule' in document.createElement('script'))) say('ancien');
    else if (said) say(said);
  });
}());
