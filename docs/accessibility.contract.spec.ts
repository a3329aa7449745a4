import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Evidence } from '@concert/contracts/site/access-evidence';
import { CRITERIA } from '@concert/contracts/site/wcag';
import { describe, expect, it } from '@jest/globals';
import { checkAccessibility, evidenceFaults } from './check-accessibility.ts';

const root = path.join(import.meta.dirname, '..');
const TODAY = '2026-11-23';
const TESTS = { axe: { file: 'e2e/one.e2e.spec.ts', title: 'finds nothing' } };
const titlesOf = (file: string) => (file === 'e2e/one.e2e.spec.ts' ? ['B1-501 finds nothing at all'] : undefined);

const GOOD: Evidence = { tests: ['axe'] };
const table = (changed: Readonly<Record<string, Evidence>> = {}) => ({
  ...Object.fromEntries(CRITERIA.map(([criterion]) => [criterion, GOOD])),
  ...changed,
});
const faults = (changed?: Readonly<Record<string, Evidence>>, tests: Parameters<typeof evidenceFaults>[1] = TESTS) =>
  evidenceFaults(table(changed), tests, TODAY, titlesOf).join('\n');

describe('the evidence of accessibility', () => {
  it('B3-537 is about the 31 criteria of level A and the 24 of level AA', () => {
    const levels = CRITERIA.map(([, level]) => level);
    expect([levels.filter((level) => level === 'A').length, levels.filter((level) => level === 'AA').length]).toEqual([31, 24]);
    expect(new Set(CRITERIA.map(([criterion]) => criterion)).size).toBe(55);
  });

  it('B3-537 is whole: each criterion has a test, a review or a reason, and each test is there', () => {
    expect(checkAccessibility(root, new Date().toISOString().slice(0, 10))).toEqual([]);
  });

  it.each<[string, Evidence, string]>([
    ['shows nothing', {}, '1.1.1: nothing shows it'],
    ['applies and does not', { ...GOOD, notApplicable: 'Nothing of the kind stands there.' }, 'either it applies or it does not'],
    ['is of a day to come', { seen: { what: 'Everything was looked at.', on: '2026-11-24' } }, 'is no day that has been'],
    ['does not say what was seen', { seen: { what: 'All well.', on: TODAY } }, 'nothing says what was looked at'],
    ['does not say why not', { notApplicable: 'No.' }, 'nothing says what was looked at, or why not'],
  ])('B3-537 is refused when a criterion %s', (_, evidence, fault) => {
    expect(faults()).toBe('');
    expect(faults({ '1.1.1': evidence })).toContain(fault);
  });

  it('B3-537 is refused when a test that it names is not there, or is called otherwise', () => {
    expect(faults({}, { axe: { file: 'e2e/two.e2e.spec.ts', title: 'x' } })).toBe('axe: there is no file e2e/two.e2e.spec.ts');
    expect(faults({}, { axe: { file: 'e2e/one.e2e.spec.ts', title: 'finds all' } })).toContain("is called 'finds all'");
    expect(faults({}, { axe: { file: 'docs/one.md', title: 'x' } })).toBe('axe: docs/one.md is no test');
    expect(faults({}, { ...TESTS, tables: TESTS.axe })).toBe('tables: shows nothing');
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
