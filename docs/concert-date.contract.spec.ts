import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

/*
 * One buyer meets the concert's date on the banner, a ticket page, a PDF, in mails and in files: all of them take their words from
 * contracts/booking/concert-date.ts, and nobody else knows how a date is spelled.
 */

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const SOURCES = globSync('{contracts,packages,gateway,svc-*,shell,mfe-*,dev,e2e,bench,deploy}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.spec.ts', '**/*.spec.tsx'],
});

/** Who may know how a time is spelled, or what a zone's clocks show. */
const SPELLERS = ['contracts/core/time-in-words.ts', 'contracts/core/zoned-time.ts'];
const SPELLS = /\b(?:new Intl[.]DateTimeFormat|toLocale(?:Date|Time)String)\b/;
/** The concert's start, put into words by somebody himself. */
const OWN_WORDS = /\b(?:moment|day|time)InWords\([^)]*startsAt/;

describe("the concert's date", () => {
  it('is spelled nowhere else, as no other time is', () => {
    expect(SOURCES.length).toBeGreaterThan(800);
    expect(SOURCES.filter((file) => SPELLS.test(read(file)) && !SPELLERS.includes(file))).toEqual([]);
    expect(SOURCES.filter((file) => OWN_WORDS.test(read(file)) && file !== 'contracts/booking/concert-date.ts')).toEqual([]);
  });
});
