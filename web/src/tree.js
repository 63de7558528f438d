/**
 * Builds what Python renders: a tree of `{balise, attributs, texte, enfants}`, element by element,
 * by an allow-list. Text is text; nothing is ever parsed as markup.
 */

/** @typedef {{balise: string, attributs?: Record<string, string>, texte?: string, enfants?: Tree[]}} Tree */

const TAGS = new Set([
  'a', 'abbr', 'bdi', 'button', 'caption', 'dd', 'details', 'div', 'dl', 'dt', 'em', 'h3', 'h4', 'h5', 'li', 'ol', 'p',
  'section', 'small', 'span', 'strong', 'summary', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
]);
const DRAWN = new Set(['g', 'line', 'rect', 'svg', 'text', 'title']);
const ATTRIBUTES = new Set([
  'aria-hidden', 'aria-label', 'aria-pressed', 'class', 'colspan', 'data-ancre', 'data-article', 'data-completer', 'data-exemple', 'data-journal', 'data-redemander', 'data-remplir', 'focusable', 'height', 'lang',
  'preserveAspectRatio', 'role', 'scope', 'title', 'viewBox', 'width', 'x', 'y',
]);
const SVG = 'http://www.w3.org/2000/svg';

/**
 * Point a link to the article and section that it names, where the page stands in the wiki: only
 * the wiki knows its own addresses. Elsewhere it stays text.
 * @param {HTMLAnchorElement} link
 */
function lead(link) {
  const { mw } = /** @type {{mw?: {util?: {getUrl(title: string): string}}}} */ (/** @type {unknown} */ (globalThis));
  const { article, ancre } = link.dataset;
  if (!article || !mw?.util) return;
  link.href = mw.util.getUrl(ancre ? `${article}#${ancre}` : article);
}

/**
 * @param {Tree} tree
 * @returns {Element}
 */
export function build({ balise, attributs = {}, texte = '', enfants = [] }) {
  const drawn = DRAWN.has(balise);
  if (!drawn && !TAGS.has(balise)) throw new Error(`balise: ${balise}`);
  const element = drawn ? document.createElementNS(SVG, balise) : document.createElement(balise);
  if (element instanceof HTMLButtonElement) element.type = 'button';
  for (const [name, value] of Object.entries(attributs)) {
    if (!ATTRIBUTES.has(name)) throw new Error(`attribut: ${name}`);
    element.setAttribute(name, value);
  }
  if (element instanceof HTMLAnchorElement) lead(element);
  if (texte) element.append(texte);
  element.append(...enfants.map(build));
  return element;
}

/**
 * Put what Python shows into the places that the page keeps for it.
 * @param {Element} root
 * @param {Record<string, Tree[]>} views
 */
export function show(root, views) {
  for (const place of root.querySelectorAll('[data-vue]')) {
    const trees = views[place.getAttribute('data-vue') ?? ''];
    if (trees) place.replaceChildren(...trees.map(build));
  }
}
