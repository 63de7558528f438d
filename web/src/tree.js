/**
 * Builds what Python renders: a tree of `{balise, attributs, texte, enfants}`, element by element,
 * by an allow-list. Text is text; nothing is ever parsed as markup.
 */

/** @typedef {{balise: string, attributs?: Record<string, string>, texte?: string, enfants?: Tree[]}} Tree */

const TAGS = new Set([
  'a', 'abbr', 'caption', 'dd', 'details', 'div', 'dl', 'dt', 'em', 'h3', 'h4', 'h5', 'li', 'ol', 'p',
  'section', 'small', 'span', 'strong', 'summary', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
]);
const ATTRIBUTES = new Set(['aria-label', 'class', 'colspan', 'lang', 'role', 'scope', 'title']);

/**
 * @param {Tree} tree
 * @returns {HTMLElement}
 */
export function build({ balise, attributs = {}, texte = '', enfants = [] }) {
  if (!TAGS.has(balise)) throw new Error(`balise: ${balise}`);
  const element = document.createElement(balise);
  for (const [name, value] of Object.entries(attributs)) {
    if (!ATTRIBUTES.has(name)) throw new Error(`attribut: ${name}`);
    element.setAttribute(name, value);
  }
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
