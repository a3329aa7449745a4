import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isTest, testTitles } from './check-parity.ts';
import { textsIn } from './read-texts.ts';
import { tableRows } from './table-rows.ts';

/*
 * Every sentence that people read and that promises a mail has a row in docs/mail-promises.md, which names the test that finds that mail
 * in a mailbox. A new promise is red until somebody has named its test.
 */

const root = path.join(import.meta.dirname, '..');
const PAGE = 'docs/mail-promises.md';
/** What people read: screens, pages, mails, refusals, and the page about personal data. */
const SOURCES = [
  '{shell,mfe-*}/src/**/*.{ts,tsx}',
  'packages/{web-kit,design-system}/src/**/*.{ts,tsx}',
  'mfe-public/content/*.md',
  'svc-notify/src/{letters,messages,sending}/!(*.schema).ts',
  'contracts/*/problems.ts',
  'contracts/core/personal-data.ts',
];
const NOT_READ = /\.spec\.tsx?$|\/testing\//;

/** Ways to promise a mail. */
const PROMISES = [
  /^(?!.*\bmoney\b).*\b(?:emails?|links?|tickets?)\b.*\bon (?:its|their) way\b/i,
  /\bon (?:its|their) way to …/i,
  /\bemailed\b/i,
  /\btold (?:by email|once)\b/i,
  /\bwe (?:have )?(?:sent|send|email|write)\b/i,
  /\b(?:send|to write to) you\b/i,
  /\bemail(?:s|ing)? (?:me|you|everyone|tells you|will say so)\b/i,
  /\b(?:is|are|be) sent (?:to|by email|a|here)\b|\bsent to you\b/i,
  /\blink in the email\b/i,
  /\btell(?:s|ing)? everyone\b|\btell(?:s|ing) everyone\b/i,
  /\bcomes? (?:by email|to …)/i,
  /\bemail sent\b/i,
  /\b(?:new email sent|gets this email|answer to this address|hears? (?:of it )?from us)\b/i,
];
/** Not a promise, but that there is no mail, or a question whether it shall be sent. */
const NO_PROMISE =
  /\b(?:not|no longer|nobody|than) (?:be |been |are )?(?:emailed|sent|told)\b|\bnot every message was emailed\b|\bnothing was sent\b|\bbefore being emailed\b/i;

/** What a test calls to look into a mailbox. */
const LOOKS_INTO_A_MAILBOX = /\b(?:mailsTo|mailTo|untilMail|received|linkMailedTo|codeMailedTo|reaches)\(/;

/** Rows whose mail a person writes; each more is a mail that no test can find. */
const MAX_BY_HAND = 3;
const BY_HAND = 'by hand, by an organiser';

const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.includes(' '));

/** What people read in a file; a page as a whole, as its sentences run over lines. */
function wordsIn(file: string): string[] {
  const content = readFileSync(path.join(root, file), 'utf8');
  return file.endsWith('.md') ? [content] : textsIn(file, content).map(({ text }) => text);
}

const isPromise = (sentence: string) => !NO_PROMISE.test(sentence) && PROMISES.some((way) => way.test(sentence));

/** The part of a test file from a test's title to the next test. */
function testCalled(title: string, source: string): string {
  return source.slice(source.indexOf(title)).split(/\n\s*it(?:\.each)?\(/)[0] ?? '';
}

/** What is wrong with the proof of a row, if anything. */
function proofFault(proof: string): string | undefined {
  const [, title = '', target = ''] = /^\[([^\]]+)\]\(\.\.\/([^)\s]+)\)$/.exec(proof) ?? [];
  if (!isTest(target) || !existsSync(path.join(root, target))) return `${proof} is no link to a test`;
  const source = readFileSync(path.join(root, target), 'utf8');
  if (!testTitles(target, source).some((found) => found.includes(title))) return `no test of ${target} is called '${title}'`;
  return LOOKS_INTO_A_MAILBOX.test(testCalled(title, source)) ? undefined : `'${title}' looks into no mailbox`;
}

describe('sentences that promise a mail', () => {
  let promised: readonly string[];
  const rows = tableRows(readFileSync(path.join(root, PAGE), 'utf8'), 'sentence').map(({ cells: [sentence = '', proof = ''] }) => ({
    sentence,
    proof,
  }));

  beforeAll(() => {
    const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).filter((file) => !NOT_READ.test(file));
    promised = [...new Set(files.flatMap(wordsIn).flatMap(sentencesIn).filter(isPromise))];
  });

  it('B2-524 stand each in the table, with the test that finds the mail', () => {
    const told = new Set(rows.map(({ sentence }) => sentence));
    expect(promised.filter((sentence) => !told.has(sentence))).toEqual([]);
    expect(told.size).toBe(rows.length);
  });

  it('B2-524 are still said: no row outlives its sentence', () => {
    expect(rows.map(({ sentence }) => sentence).filter((sentence) => !promised.includes(sentence))).toEqual([]);
  });

  it('B2-524 have tests that look into a mailbox, but for few that a person keeps', () => {
    const byTests = rows.filter(({ proof }) => proof !== BY_HAND);
    expect(byTests.flatMap(({ sentence, proof }) => (proofFault(proof) ? [`${sentence}: ${proofFault(proof)}`] : []))).toEqual([]);
    expect(rows.length - byTests.length).toBeLessThanOrEqual(MAX_BY_HAND);
  });
});
