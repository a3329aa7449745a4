import { describe, expect, it } from '@jest/globals';
import { firstConcert } from '../concert/concert.ts';
import { changesOf, startOf, toldChanges } from './concert-settings.ts';

const NEW_YORK = 'America/New_York';
const start = (local: string, which?: 'first' | 'second') => startOf({ local, timeZone: NEW_YORK, ...(which ? { which } : {}) });

describe('when the concert begins', () => {
  it('follows from the clock at the venue', () => {
    expect(start('2024-07-13T18:00')).toEqual({ startsAt: new Date('2024-07-13T22:00:00.000Z') });
  });
  it('B4-509 2024-11-03 01:30 in New York comes twice: the admin says which', () => {
    expect(start('2024-11-03T01:30')).toMatchObject({ fault: { pointer: '/date/which' } });
    expect(start('2024-11-03T01:30', 'first')).toEqual({ startsAt: new Date('2024-11-03T05:30:00.000Z') });
    expect(start('2024-11-03T01:30', 'second')).toEqual({ startsAt: new Date('2024-11-03T06:30:00.000Z') });
  });
  it('2024-03-10 02:30 in New York does not exist', () => {
    expect(start('2024-03-10T02:30')).toMatchObject({ fault: { pointer: '/date/local', detail: expect.stringContaining('not exist') } });
  });
});

describe('what organisers are told', () => {
  it('B4-584 is each price and contact that changed, with both values, and nothing else', () => {
    expect(toldChanges({ title: 'A (was B)', supportPhone: '2 (was 1)', 'VIP Seating price': '$9.00 (was $8.00)' })).toBe(
      'supportPhone: 2 (was 1); VIP Seating price: $9.00 (was $8.00)',
    );
    expect(toldChanges({ title: 'A (was B)', 'VIP Seating tickets': '2 (was 1)' })).toBe('');
  });
});

describe('what the audit log is told', () => {
  it('names what changed with both values, and nothing else', () => {
    const before = firstConcert('open', new Date('2026-11-21T12:00:00.000Z'));
    expect(changesOf(before, { ...before, version: 2 })).toEqual({});
    expect(
      changesOf(before, { ...before, title: 'Another evening', lengthMinutes: 120, venue: { name: 'Barn', address: 'Field' }, version: 2 }),
    ).toEqual({
      title: 'Another evening (was Music for Meditation Concert)',
      lengthMinutes: '120 (was 150)',
      venue: 'Barn, Field (was Riverside Concert Hall, 100 Riverside Drive, Princeton, NJ 08540)',
    });
  });

  it('misses no change at the end of a long text, and names notes to visitors as any other value', () => {
    const concert = firstConcert('open', new Date('2026-11-21T12:00:00.000Z'));
    const long = 'A'.repeat(280);
    const before = { ...concert, notes: { ...concert.notes, parking: `${long} 12 cars` } };
    const after = { ...before, notes: { ...before.notes, parking: `${long} 14 cars`, doorsMinutes: 60, light: 'Dim' } };
    expect(changesOf(before, after)).toEqual({
      parking: `${'A'.repeat(240)} (was ${'A'.repeat(240)})`,
      doorsMinutes: '60 (was not said)',
      light: 'Dim (was not said)',
    });
  });
});
