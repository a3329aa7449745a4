import { describe, expect, it } from '@jest/globals';
import { readerMessageSchema } from '@concert/contracts/booking/reader-messages';
import { audienceSchema, WRITTEN_PURPOSES } from '@concert/contracts/notify/message-runs';
import type { MessageConcert } from './http-audience-people.ts';
import { readyMadeRuns } from './ready-made.ts';

const concert: MessageConcert = {
  title: 'Music for Meditation Concert',
  startsAt: '2027-01-16T23:00:00.000Z',
  timeZone: 'America/New_York',
  lengthMinutes: 150,
  venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive' },
  notes: {},
  supportEmail: 'info@concert.example',
  supportPhone: '(555) 123-4567',
};
const site = 'https://concert.example/';
const runs = readyMadeRuns(concert, site);
const toFollow = readyMadeRuns({ ...concert, dateToFollow: true }, site).find(({ purpose }) => purpose === 'new-date')!;

describe('B2-515 ready-made runs', () => {
  it('are there for every purpose, and pass the rules for typed ones', () => {
    expect(runs.map(({ purpose }) => purpose)).toEqual(WRITTEN_PURPOSES.filter((purpose) => purpose !== 'free'));
    for (const { audience, messages } of runs) {
      expect(audienceSchema.safeParse(audience).success).toBe(true);
      for (const message of messages) expect(readerMessageSchema.safeParse(message).error).toBeUndefined();
    }
  });

  it.each([...runs.map((run) => [run.purpose, run] as const), ['a date to follow', toFollow] as const])(
    'of %s have words of their own for each kind of reader they go to',
    (_, run) => {
      const { buyers, guests = [], nextDate } = run.audience;
      const readers = run.messages.map(({ reader }) => reader);
      if (guests.length > 0) expect(readers).toEqual(expect.arrayContaining(['family guest', 'VIP guest', 'friends guest']));
      if (nextDate) expect(readers).toContain('next date');
      if (buyers) expect(readers).toContain('buyer');
      if (run.purpose === 'cancellation') expect(readers).toContain('buyer without money');
      if (buyers?.statuses.includes('pending')) expect(readers).toContain('buyer without money');
      expect(new Set(run.messages.map(({ words }) => words)).size).toBe(run.messages.length);
    },
  );

  it('name no date that is not known', () => {
    for (const { words } of toFollow.messages) expect(words).toContain('postponed. The new date is to follow.');
  });

  it('say nothing of money but to those who get it back, and a cancellation leaves whoever waits to pay to the mail that their reservation has ended', () => {
    for (const { purpose, messages } of runs)
      for (const { reader, words } of messages)
        expect([purpose, reader, /refund|money|paid|card|\$\d/i.test(words)]).toEqual([
          purpose,
          reader,
          purpose === 'cancellation' && reader === 'buyer',
        ]);
    expect(runs[0]!.audience.buyers!.statuses).not.toContain('pending');
  });
});
