import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EVIDENCE } from '@concert/contracts/site/access-evidence';
import { ACCESS_TESTS } from '@concert/contracts/site/access-tests';
import { CRITERIA } from '@concert/contracts/site/wcag';
import { describe, expect, it } from '@jest/globals';
import { isTest, lookUpIn, proofFault } from './check-parity.ts';

const root = path.join(import.meta.dirname, '..');

describe('the evidence of accessibility', () => {
  it('B3-537 is about the 31 criteria of level A and the 24 of level AA', () => {
    const levels = CRITERIA.map(([, level]) => level);
    expect([levels.filter((level) => level === 'A').length, levels.filter((level) => level === 'AA').length]).toEqual([31, 24]);
    expect(new Set(CRITERIA.map(([criterion]) => criterion)).size).toBe(55);
  });

  it.each(CRITERIA.map(([criterion]) => criterion))(
    'B3-537 has a test for %s, a review of a day that has been, or a reason why it does not apply',
    (criterion) => {
      const { tests = [], seen, notApplicable } = EVIDENCE[criterion];
      expect(notApplicable ? tests.length === 0 && !seen : tests.length > 0 || seen !== undefined).toBe(true);
      for (const words of [seen?.what, notApplicable]) expect((words ?? 'nothing is to be said here').length).toBeGreaterThan(20);
      if (seen) expect([seen.on, Date.parse(seen.on) <= Date.now()]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), true]);
    },
  );

  it('B3-537 names tests that are there, and none that shows nothing', () => {
    const lookUp = lookUpIn(root);
    const wrong = Object.values(ACCESS_TESTS).map(({ file, title }) =>
      isTest(file) ? proofFault(file, title, lookUp) : `${file} is no test`,
    );
    expect(wrong.filter(Boolean)).toEqual([]);
    const used = new Set<string>(Object.values(EVIDENCE).flatMap(({ tests = [] }) => tests));
    expect(Object.keys(ACCESS_TESTS).filter((name) => !used.has(name))).toEqual([]);
  });
});

/** Queries of a window's or a box's size that name pixels: whoever reads with large letters would never get the small layout. */
const PIXEL_QUERIES = /@(?:media|container)[^{]*\d\s*px|\(\s*(?:min-|max-)?(?:width|height)\b[^()'"`]*\d\s*px\s*\)/g;

describe('layouts', () => {
  it('B5-584 change at a width in em, in style sheets and in code', () => {
    const files = globSync('{shell,mfe-*,packages/web-kit,packages/design-system}/src/**/*.{css,ts,tsx}', { cwd: root });
    expect(files.length).toBeGreaterThan(300);
    const found = files
      .filter((file) => !file.includes('.spec.'))
      .flatMap((file) => (readFileSync(path.join(root, file), 'utf8').match(PIXEL_QUERIES) ?? []).map((query) => `${file}: ${query}`));
    expect(found).toEqual([]);
  });
});
