import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { TERMS_VERSION } from '@concert/contracts/core/terms';

/** What each version said, as a hash over terms and refund rule. A version stays here for as long as a booking names it. */
const VERSIONS: Readonly<Record<string, string>> = {
  '2026-11-29': '9c5b44ffcc914b32b0183c08217954b4e44fe15697442791ab8928867a87b735',
};

const text = (name: string) => readFile(path.join(import.meta.dirname, name), 'utf8');

it('B6-529 the terms have the version that their first line says, and another one once their words change', async () => {
  const [terms, refundRule] = [await text('terms.md'), await text('refund-rule.md')];
  const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  expect(terms.split('\n', 1)).toEqual([`Version of ${day.format(new Date(TERMS_VERSION))}`]);
  const said = createHash('sha256').update(terms).update(refundRule).digest('hex');
  expect([TERMS_VERSION, said]).toEqual([TERMS_VERSION, VERSIONS[TERMS_VERSION]]);
});
