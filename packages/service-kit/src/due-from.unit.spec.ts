import { describe, expect, it } from '@jest/globals';
import { ALL_EVERY_MS, DueFrom } from './due-from.ts';

const AT = Date.parse('2026-05-01T12:00:00.000Z');
const after = (ms: number) => new Date(AT + ms);
const RUN = 'mr_1';

describe('where a look for due rows begins', () => {
  it('is with all of them at first, and every few seconds; in between a little before the last look', () => {
    const dueFrom = new DueFrom();
    expect(dueFrom.at(after(0))).toBeUndefined();
    dueFrom.looked(undefined, after(0), []);
    expect(dueFrom.at(after(1_000))).toEqual(after(-5_000));
    dueFrom.looked(after(-5_000), after(1_000), []);
    expect(dueFrom.at(after(ALL_EVERY_MS - 1))).toEqual(after(-4_000));
    expect(dueFrom.at(after(ALL_EVERY_MS))).toBeUndefined();
  });

  it('is before those that were found, because others of their time may wait', () => {
    const dueFrom = new DueFrom();
    dueFrom.looked(undefined, after(0), [after(-60_000), after(-20_000)]);
    expect(dueFrom.at(after(1))).toEqual(after(-65_000));
  });

  it('is with all of them once it is narrowed otherwise than before', () => {
    const dueFrom = new DueFrom();
    dueFrom.looked(undefined, after(0), [], RUN);
    expect(dueFrom.at(after(1), RUN)).toEqual(after(-5_000));
    expect(dueFrom.at(after(1))).toBeUndefined();
  });

  it('is with all of them once the clock was set back', () => {
    const dueFrom = new DueFrom();
    dueFrom.looked(undefined, after(3_600_000), []);
    expect(dueFrom.at(after(0))).toBeUndefined();
  });
});
