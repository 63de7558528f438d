/**
 * Texts kept in this browser by name. Where storage is refused or full, what is new is held for as
 * long as the page stands, and whoever asked is told.
 */

/** @typedef {'garde' | 'plein' | 'refuse'} Kept */

/** Nothing of ours is as deep as this; what is deeper cannot be walked to its end. */
const DEPTH = 32;

/**
 * @param {unknown} value
 * @param {number} depth
 * @returns {boolean} whether it is no deeper
 */
function isWithin(value, depth) {
  if (value === null || typeof value !== 'object') return true;
  return depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1));
}

/**
 * What a text that was kept says: anybody may have changed it.
 * @param {string | null} text
 * @returns {any} null where nothing can be made of it
 */
export function parse(text) {
  try {
    const value = JSON.parse(text ?? 'null');
    return isWithin(value, DEPTH) ? value : null;
  } catch {
    return null;
  }
}

/** What the browser would not take. @type {Map<string, string>} */
const held = new Map();
/** Who is to hear of changes, here and in other tabs. @type {Set<{prefix: string, told: () => void}>} */
const watchers = new Set();

/**
 * @param {string | null} key null stands for all
 * @param {() => void} [by] who made the change, and knows
 */
function tell(key, by) {
  for (const { prefix, told } of watchers) {
    if (told !== by && (key === null || key.startsWith(prefix))) told();
  }
}
addEventListener('storage', ({ key }) => tell(key));

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
 * @param {() => void} [by] who writes, of those who watch
 * @returns {Kept} whether it outlives the page, or why not
 */
export function write(key, text, by) {
  /** @type {Kept} */
  let outcome = 'garde';
  try {
    localStorage.setItem(key, text);
    held.delete(key);
  } catch (error) {
    held.set(key, text);
    outcome = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'plein' : 'refuse';
  }
  tell(key, by);
  return outcome;
}

/**
 * @param {string} key
 * @param {() => void} [by] who does so, of those who watch
 */
export function forget(key, by) {
  held.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing can be there
  }
  tell(key, by);
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
 * Tell when something was written or removed under names that start so, in this page or in another tab.
 * @param {string} prefix
 * @param {() => void} told
 */
export function watch(prefix, told) {
  watchers.add({ prefix, told });
}
