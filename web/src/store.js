/**
 * Texts kept in this browser by name. Where storage is refused or full, what is new is held for as
 * long as the page stands, and whoever asked is told.
 */

/** @typedef {'garde' | 'plein' | 'refuse'} Kept */

/** What the browser would not take. @type {Map<string, string>} */
const held = new Map();

/**
 * @param {string} key
 * @returns {string | null}
 */
export function read(key) {
  const text = held.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 * @returns {Kept} whether it outlives the page, or why not
 */
export function write(key, text) {
  try {
    localStorage.setItem(key, text);
    held.delete(key);
    return 'garde';
  } catch (error) {
    held.set(key, text);
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'plein' : 'refuse';
  }
}

/** @param {string} key */
export function forget(key) {
  held.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing can be there
  }
}

/**
 * Names in use that start so.
 * @param {string} prefix
 * @returns {string[]}
 */
export function keysOf(prefix) {
  const found = new Set(held.keys());
  try {
    for (let rank = 0; rank < localStorage.length; rank += 1) found.add(localStorage.key(rank) ?? '');
  } catch {
    // those held are all there is
  }
  return [...found].filter((key) => key.startsWith(prefix)).sort();
}

/**
 * Tell when another tab has written or removed something under names that start so.
 * @param {string} prefix
 * @param {() => void} told
 */
export function watch(prefix, told) {
  addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) told();
  });
}
