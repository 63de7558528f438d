/**
 * What every script of ours is held to. Run from the top of the checkout:
 *
 *   node node_modules/eslint/bin/eslint.js --config web/eslint.config.mjs web tests/js
 *
 * Types are for `tsc` (tsconfig.json); what is refused here above all is to make markup or code of
 * a text, however it is written.
 */
import noUnsanitized from 'eslint-plugin-no-unsanitized';

/** Names that make markup or code of a text. */
const NAMES = [
  'innerHTML', 'outerHTML', 'insertAdjacentHTML', 'createContextualFragment', 'srcdoc', 'DOMParser', 'setHTML',
  'setHTMLUnsafe', 'parseHTMLUnsafe', 'importScripts', 'execScript', 'Function',
];
const MARKUP = 'Un texte reste un texte : rien ici n’en fait du balisage ou du code.';
const REFUSED = [
  `Identifier[name=/^(${NAMES.join('|')})$/]`,
  // Written as a text it may become the name of a property, or an address that runs. `Function`
  // is but a name in a text, unless it is called there.
  ...['Literal[value=', 'TemplateElement[value.raw='].map(
    (text) => `${text}/${NAMES.slice(0, -1).join('|')}|HTMLUnsafe|document\\.write|\\b(eval|Function)\\(|javascript:/i]`,
  ),
  ...['write', 'writeln'].flatMap((name) => [
    `MemberExpression[object.name='document'][property.name='${name}']`,
    `MemberExpression[object.property.name='document'][property.name='${name}']`,
    `MemberExpression[property.value='${name}']`,
  ]),
  'CallExpression[callee.property.name=/^setAttribute(NS)?$/] > Literal[value=/^on/i]',
  'CallExpression[callee.property.name=/^setAttribute(NS)?$/] > TemplateLiteral > TemplateElement[value.raw=/^on/i]',
  'AssignmentExpression > MemberExpression.left[property.value=/^on/i]',
].map((selector) => ({ selector, message: MARKUP }));

/** Names of an environment: all that a script may use without having made it. */
const known = (/** @type {string} */ words) => Object.fromEntries(words.split(/\s+/).map((word) => [word, 'readonly']));
const ANYWHERE = `AbortController Blob MessageChannel Response TextDecoder TextEncoder URL WebAssembly clearInterval
  clearTimeout console crypto fetch setInterval setTimeout`;
const PAGE = `${ANYWHERE} CSS ClipboardItem DOMException Element Event HTMLAnchorElement HTMLButtonElement
  HTMLDetailsElement HTMLElement HTMLFieldSetElement HTMLFormElement HTMLInputElement HTMLScriptElement
  HTMLSelectElement HTMLTextAreaElement IntersectionObserver Node Option Worker addEventListener document history
  innerHeight localStorage location matchMedia navigator scrollBy window`;

const NO_TEXT_RUNS = {
  'no-unsanitized/method': 'error',
  'no-unsanitized/property': 'error',
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-script-url': 'error',
  'no-restricted-syntax': ['error', ...REFUSED],
};
const SOUND = Object.fromEntries(
  [
    'array-callback-return', 'constructor-super', 'for-direction', 'getter-return', 'no-async-promise-executor',
    'no-case-declarations', 'no-class-assign', 'no-compare-neg-zero', 'no-cond-assign', 'no-const-assign',
    'no-constant-binary-expression', 'no-constructor-return', 'no-control-regex', 'no-debugger', 'no-delete-var',
    'no-dupe-args', 'no-dupe-class-members', 'no-dupe-else-if', 'no-dupe-keys', 'no-duplicate-case', 'no-duplicate-imports',
    'no-empty-character-class', 'no-empty-pattern', 'no-ex-assign', 'no-extend-native', 'no-extra-boolean-cast',
    'no-fallthrough', 'no-func-assign', 'no-global-assign', 'no-import-assign', 'no-invalid-regexp',
    'no-irregular-whitespace', 'no-loss-of-precision', 'no-misleading-character-class', 'no-new-native-nonconstructor',
    'no-new-wrappers', 'no-obj-calls', 'no-octal', 'no-promise-executor-return', 'no-prototype-builtins', 'no-redeclare',
    'no-regex-spaces', 'no-return-assign', 'no-self-assign', 'no-self-compare', 'no-sequences', 'no-setter-return',
    'no-shadow', 'no-shadow-restricted-names', 'no-sparse-arrays', 'no-template-curly-in-string', 'no-this-before-super',
    'no-throw-literal', 'no-undef', 'no-unexpected-multiline', 'no-unmodified-loop-condition', 'no-unreachable',
    'no-unreachable-loop', 'no-unsafe-finally', 'no-unsafe-negation', 'no-unsafe-optional-chaining',
    'no-unused-private-class-members', 'no-useless-backreference', 'no-useless-catch', 'no-useless-escape', 'no-with',
    'eqeqeq', 'prefer-promise-reject-errors', 'radix', 'require-yield', 'use-isnan', 'valid-typeof',
  ].map((name) => [name, 'error']),
);
const MODERN = {
  'no-var': 'error',
  'no-useless-constructor': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
};

/**
 * The loader is written by the build from a template: a marker stands for a value, or for nothing.
 * Lines and columns stay where they are.
 */
const template = {
  meta: { name: 'gabarit' },
  preprocess: (/** @type {string} */ text) => [
    text
      .replaceAll(/\{\{ ''.*?\}\}/g, (marker) => ''.padEnd(marker.length))
      .replaceAll(/\{\{.*?\}\}/g, (marker) => '0'.padEnd(marker.length))
      .replaceAll(/\{%.*?%\}/g, (marker) => ''.padEnd(marker.length)),
  ],
  postprocess: (/** @type {object[][]} */ messages) => messages.flat(),
};

export default [
  { linterOptions: { noInlineConfig: true } },
  {
    plugins: { 'no-unsanitized': noUnsanitized, calculateur: { processors: { gabarit: template } } },
    languageOptions: { ecmaVersion: 2022, sourceType: 'module', globals: known(PAGE) },
    rules: { ...NO_TEXT_RUNS, ...SOUND, 'no-unused-vars': ['error', { args: 'after-used', ignoreRestSiblings: true }] },
  },
  { files: ['web/src/**', 'web/**/*.mjs', 'tests/js/**'], ignores: ['web/src/guard.js'], rules: MODERN },
  {
    files: ['web/src/worker.js'],
    languageOptions: { globals: { ...known(ANYWHERE), ...known('Request self') } },
  },
  // In the language of any browser, or of the oldest MediaWiki.
  {
    files: ['web/src/guard.js', 'web/loader/*.js'],
    languageOptions: { ecmaVersion: 5, sourceType: 'script', globals: known('mw Promise') },
    rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] },
  },
  { files: ['web/loader/*.js'], processor: 'calculateur/gabarit' },
  {
    files: ['web/**/*.mjs', 'tests/js/**'],
    languageOptions: { globals: { ...known(ANYWHERE), ...known('DOMException EventTarget ReadableStream performance process') } },
  },
  // Each imports what the build put where its message says: an address, never a text as code.
  { files: ['web/src/worker.js', 'web/tools/runtime.mjs'], rules: { 'no-unsanitized/method': 'off' } },
  { files: ['web/eslint.config.mjs'], rules: { 'no-restricted-syntax': 'off' } }, // it names them
];
