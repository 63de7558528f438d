/**
 * What a reader did to a calculator, step by step, so that it can be undone and done again. A step
 * goes from a scenario to another; where it touched more than the form, it knows how to take that
 * back. Steps hold what they did, not the state of everything: another tab may have gone on.
 */

/**
 * `champ` names the field being typed in, if any: what is typed there in one go is one step. `entier`: the form holds something else altogether.
 * @typedef {{champ?: string, entier?: boolean, defaire?: () => void, refaire?: () => void}} Effects
 */
/** @typedef {Effects & {avant: string, apres: string}} Step */

const MOST_STEPS = 300;

export class History {
  /** @type {Step[]} */
  #past = [];
  /** @type {Step[]} */
  #future = [];
  #now;
  #read;
  #write;
  /** @type {(() => void)[]} */
  #told;

  /**
   * @param {() => object} read the scenario that the form holds
   * @param {(scenario: unknown) => void} write
   * @param {() => void} told after every change of what can be undone or done again
   */
  constructor(read, write, told) {
    this.#read = () => JSON.stringify(read());
    this.#write = write;
    this.#told = [told];
    this.#now = this.#read();
  }

  /** What the form holds now is where everything starts. */
  start() {
    this.#now = this.#read();
    this.#tell();
  }

  /** @param {() => void} told after every change too */
  watch(told) {
    this.#told.push(told);
  }

  #tell() {
    for (const told of this.#told) told();
  }

  /** The step that would be undone next. */
  get last() {
    return this.#past.at(-1) ?? null;
  }

  /**
   * Whether a step has not been undone and nothing but fields of the form has changed since.
   * @param {Step} step
   */
  stands(step) {
    const rank = this.#past.lastIndexOf(step);
    return rank >= 0 && !this.#past.slice(rank + 1).some(({ entier, defaire }) => entier || defaire);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * What has changed since the last step is one more, if anything has.
   * @param {Effects} [effects]
   * @returns {Step | null} the latest step
   */
  record({ champ = '', entier, defaire, refaire } = {}) {
    const avant = this.#now;
    const apres = this.#read();
    if (apres === avant && !defaire) return this.last;
    this.#now = apres;
    this.#future = [];
    const last = this.#past.at(-1);
    if (last && champ && last.champ === champ) last.apres = apres;
    else this.#past.push({ champ, entier, avant, apres, defaire, refaire });
    if (this.#past.length > MOST_STEPS) this.#past.shift();
    this.#tell();
    return this.last;
  }

  /** What is typed from here on is a step of its own. */
  pause() {
    const last = this.#past.at(-1);
    if (last) last.champ = '';
  }

  /**
   * Steps that were taken before this page stood: they come before all others.
   * @param {Step[]} steps
   */
  precede(steps) {
    this.#past.unshift(...steps);
    this.#tell();
  }

  undo() {
    const step = this.#past.pop();
    if (!step) return;
    this.#future.push(step);
    this.#go(step.avant, step.defaire);
  }

  redo() {
    const step = this.#future.pop();
    if (!step) return;
    this.#past.push(step);
    this.#go(step.apres, step.refaire);
  }

  /**
   * @param {string} text
   * @param {(() => void) | undefined} effect
   */
  #go(text, effect) {
    this.pause();
    this.#write(JSON.parse(text));
    effect?.();
    this.#now = this.#read();
    this.#tell();
  }
}
