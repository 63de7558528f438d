/**
 * The little of a window that modules look at when they are loaded. Import it before them; what a
 * test wants otherwise it puts there itself.
 */

/** Whoever listens to the window. */
const heard = new EventTarget();

/**
 * @param {string} type
 * @param {object} [properties] of the event
 */
export function happen(type, properties = {}) {
  heard.dispatchEvent(Object.assign(new Event(type), properties));
}

/** Put something in the window's place, whatever Node has under that name. */
export function give(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

give('addEventListener', heard.addEventListener.bind(heard));
give('document', { scripts: [], baseURI: 'https://wiki.test/article' });
