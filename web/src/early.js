/**
 * Begins the largest download before the page's other scripts have come. A page that is there for its
 * calculator names this script in its head, with what to begin (`data-avance`): it runs as soon as it
 * has arrived. Imported elsewhere it begins nothing. A `preload` link would not do: Chromium keeps
 * no compiled WebAssembly of what came that way.
 */

/** @typedef {{response: Promise<Response>, controller: AbortController}} Begun */

/** Requests under way, by address. @type {Map<string, Begun>} */
const begun = new Map();

/** Whether the reader has asked for fewer bytes. */
export function savesData() {
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/**
 * The request that was begun for an address, to whoever asks first.
 * @param {URL} url
 * @returns {Begun | null}
 */
export function take(url) {
  const found = begun.get(url.href) ?? null;
  begun.delete(url.href);
  return found;
}

const wanted = [...document.scripts].find((script) => script.src === import.meta.url)?.dataset.avance;
if (wanted && typeof WebAssembly === 'object' && !savesData()) {
  const { href } = new URL(wanted, import.meta.url);
  const controller = new AbortController();
  const response = fetch(href, { signal: controller.signal, credentials: 'same-origin' });
  response.catch(() => {}); // whoever takes it hears of it
  begun.set(href, { response, controller });
}
