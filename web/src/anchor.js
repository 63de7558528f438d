/**
 * The section that an address names stays in sight while calculators, much taller than what they
 * take the place of, come to stand above it; unless the reader has gone elsewhere by then.
 */

const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

let moved = false;
for (const name of MOVES) addEventListener(name, () => { moved = true; }, { once: true, passive: true });

/** Something has changed its height. */
export function holdAnchor() {
  if (moved || !location.hash) return;
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // an address that somebody has cut: the name as it stands
  }
  document.getElementById(id)?.scrollIntoView();
}
