import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Evidence } from '@concert/contracts/site/access-proof';
import { EVIDENCE_PAGES, OTHER_PAGES } from '@concert/contracts/site/access-pages';
import { CRITERIA } from '@concert/contracts/site/wcag';
import { describe, expect, it } from '@jest/globals';
import { checkAccessibility, evidenceFaults, pagesOf } from './check-accessibility.ts';

const root = path.join(import.meta.dirname, '..');
const TODAY = '2026-11-23';
const TESTS = { axe: { file: 'e2e/one.e2e.spec.ts', title: 'finds nothing' } };
const titlesOf = (file: string) => (file === 'e2e/one.e2e.spec.ts' ? ['B1-01 finds nothing at all'] : undefined);

const GOOD: Evidence = { pages: 'all', tests: ['axe'] };
const table = (changed: Readonly<Record<string, readonly Evidence[]>> = {}) => ({
  ...Object.fromEntries(CRITERIA.map(([criterion]) => [criterion, [GOOD]])),
  ...changed,
});
const faults = (changed?: Readonly<Record<string, readonly Evidence[]>>, tests: Parameters<typeof evidenceFaults>[2] = TESTS) =>
  evidenceFaults(table(changed), ['/', '/login'], tests, TODAY, titlesOf).join('\n');

/** Addresses of the screens that a remote has. */
function routesIn(file: string): string[] {
  return [...readFileSync(path.join(root, file), 'utf8').matchAll(/<Route\s+path="(\/[^"*]*)"/g)].map(([, address]) => address!);
}

describe('the evidence of accessibility', () => {
  it('B3-63 is about the 31 criteria of level A and the 24 of level AA', () => {
    const levels = CRITERIA.map(([, level]) => level);
    expect([levels.filter((level) => level === 'A').length, levels.filter((level) => level === 'AA').length]).toEqual([31, 24]);
    expect(new Set(CRITERIA.map(([criterion]) => criterion)).size).toBe(55);
  });

  it('B3-63 is about every page that the remotes and the gateway really have', () => {
    const remotes = readdirSync(root).filter((room) => room.startsWith('mfe-'));
    const routes = remotes.flatMap((room) => routesIn(`${room}/src/app.tsx`));
    expect(remotes).toHaveLength(3);
    expect([...EVIDENCE_PAGES].sort()).toEqual([...new Set([...routes, ...OTHER_PAGES])].sort());
  });

  it('B3-63 is whole: each criterion has a test, a review or a reason on each page, and each test is there', () => {
    expect(checkAccessibility(root, new Date().toISOString().slice(0, 10))).toEqual([]);
  });

  it.each<[string, readonly Evidence[], string]>([
    ['leaves a page out', [{ pages: { only: ['/'] }, tests: ['axe'] }], '1.1.1: nobody looked at /login'],
    ['leaves a page out of all others', [{ pages: { except: ['/'] }, tests: ['axe'] }], '1.1.1: nobody looked at /'],
    ['says nothing', [], '1.1.1: nobody looked at /'],
    ['shows nothing', [{ pages: 'all' }], '1.1.1: nothing shows it'],
    ['is of a day to come', [{ pages: 'all', seen: { what: 'Everything was looked at.', on: '2026-11-24' } }], 'is no day that has been'],
    ['does not say what was seen', [{ pages: 'all', seen: { what: 'All well.', on: TODAY } }], 'nothing says what was looked at'],
    ['does not say why not', [{ pages: 'all', notApplicable: 'No.' }], 'nothing says what was looked at, or why not'],
    ['is about a page that is gone', [GOOD, { pages: { only: ['/door'] }, tests: ['axe'] }], '1.1.1: there is no page /door'],
  ])('B3-63 is refused when a criterion %s', (_, evidence, fault) => {
    expect(faults()).toBe('');
    expect(faults({ '1.1.1': evidence })).toContain(fault);
  });

  it('B3-63 is refused when a test that it names is not there, or is called otherwise', () => {
    expect(faults({}, { axe: { file: 'e2e/two.e2e.spec.ts', title: 'x' } })).toBe('axe: there is no test file e2e/two.e2e.spec.ts');
    expect(faults({}, { axe: { file: 'e2e/one.e2e.spec.ts', title: 'finds all' } })).toContain("is called 'finds all'");
    expect(faults({}, { ...TESTS, tables: TESTS.axe })).toBe('tables: shows nothing');
  });

  it('means every page, some pages, or all others', () => {
    expect(pagesOf({ pages: { except: ['/'] } }, ['/', '/login'])).toEqual(['/login']);
  });
});
