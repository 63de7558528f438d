/**
 * Builds a calculator's form where a page holds only a placeholder: from the tree that the build
 * writes beside the scripts, element by element, by an allow-list. Nothing is parsed as markup.
 */

/** A text has no `balise`. @typedef {{balise?: string, attributs?: Record<string, string>, texte?: string, enfants?: FormTree[]}} FormTree */

const SVG = 'http://www.w3.org/2000/svg';
const DRAWN = new Set(['svg', 'path']);
const TAGS = new Set([
  ...DRAWN, 'a', 'abbr', 'bdi', 'br', 'button', 'caption', 'cite', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'em', 'fieldset',
  'form', 'h2', 'h3', 'h4', 'h5', 'hr', 'input', 'kbd', 'label', 'legend', 'li', 'ol', 'optgroup', 'option', 'output', 'p',
  'progress', 'section', 'select', 'small', 'span', 'strong', 'summary', 'table', 'tbody', 'td', 'textarea', 'th',
  'thead', 'tr', 'ul',
]);
const ATTRIBUTES = new Set([
  'accept', 'autocomplete', 'autocapitalize', 'checked', 'class', 'colspan', 'disabled', 'enterkeyhint', 'for', 'hidden', 'href',
  'id', 'inputmode', 'label', 'lang', 'max', 'maxlength', 'method', 'min', 'multiple', 'name', 'novalidate', 'open', 'placeholder',
  'readonly', 'required', 'role', 'rows', 'rowspan', 'scope', 'selected', 'size', 'spellcheck', 'step', 'tabindex',
  'title', 'type', 'value',
  'd', 'fill', 'focusable', 'height', 'stroke', 'stroke-linecap', 'stroke-linejoin', 'stroke-width', 'viewBox', 'width',
]);
const ALLOWED = /^(?:aria|data)-[a-z-]+$/;
/** Attributes that name other elements of the form, one or several. */
const IDS = new Set([
  'id', 'for', 'aria-activedescendant', 'aria-controls', 'aria-describedby', 'aria-details', 'aria-errormessage',
  'aria-labelledby', 'aria-owns', 'data-lancer',
]);

/**
 * Every id of a form, for what refers to an element is told from other words by it.
 * @param {FormTree} tree
 * @param {Set<string>} [found]
 */
function idsOf(tree, found = new Set()) {
  if (tree.attributs?.id) found.add(tree.attributs.id);
  for (const child of tree.enfants ?? []) idsOf(child, found);
  return found;
}

/**
 * Build a form. Raises an Error for a tag or an attribute that no form has.
 * @param {FormTree} tree
 * @param {string} prefix stands before every id: a page may hold several calculators
 * @returns {HTMLElement}
 */
export function buildForm(tree, prefix) {
  const ids = idsOf(tree);

  /**
   * @param {string} name
   * @param {string} value
   */
  function own(name, value) {
    if (name === 'href') {
      if (!value.startsWith('#')) throw new Error(`href: ${value}`);
      return `#${prefix}${value.slice(1)}`;
    }
    if (!IDS.has(name)) return value;
    return value.split(' ').map((id) => (ids.has(id) ? prefix + id : id)).join(' ');
  }

  /**
   * @param {FormTree} tree
   * @returns {Node}
   */
  function build({ balise, attributs = {}, texte = '', enfants = [] }) {
    if (balise === undefined) return document.createTextNode(texte);
    if (!TAGS.has(balise)) throw new Error(`balise: ${balise}`);
    const element = DRAWN.has(balise) ? document.createElementNS(SVG, balise) : document.createElement(balise);
    for (const [name, value] of Object.entries(attributs)) {
      if (!ATTRIBUTES.has(name) && !ALLOWED.test(name)) throw new Error(`attribut: ${name}`);
      element.setAttribute(name, own(name, value));
    }
    if (texte) element.append(texte);
    element.append(...enfants.map(build));
    return element;
  }

  return /** @type {HTMLElement} */ (build(tree));
}
