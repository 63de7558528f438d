/**
 * What changed between two values, put into a third: a proposal that was worked out anew changes in
 * the form what it changed itself, and leaves alone what the reader has set since.
 */

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * @param {unknown} current what stands now
 * @param {unknown} before what was proposed
 * @param {unknown} after what is proposed instead
 * @returns {unknown}
 */
export function graft(current, before, after) {
  if (JSON.stringify(before) === JSON.stringify(after)) return current;
  if (Array.isArray(current) && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return current.map((item, rank) => (rank < after.length ? graft(item, before[rank], after[rank]) : item));
  }
  if (!isRecord(current) || !isRecord(before) || !isRecord(after)) return after;
  const made = { ...current };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = graft(current[key], before[key], after[key]);
    if (value === undefined) delete made[key];
    else made[key] = value;
  }
  return made;
}
