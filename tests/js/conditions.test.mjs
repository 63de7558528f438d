/** The page's interpreter of conditions, on the rows that the build's answers too (test_form_conditions.py). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { holds } from '../../web/src/conditions.js';

const rows = JSON.parse(readFileSync(new URL('conditions.json', import.meta.url), 'utf8'));

for (const { condition, fields, holds: expected } of rows) {
  test(`${condition} ${expected ? 'holds' : 'does not hold'} for ${JSON.stringify(fields)}`, () => {
    const values = new Map(Object.entries(fields).map(([name, all]) => [name, new Set(all)]));
    assert.equal(holds(condition, values), expected);
  });
}
