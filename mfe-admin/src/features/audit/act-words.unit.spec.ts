import { expect, it } from '@jest/globals';
import { actInWords } from './act-words.ts';

it('B5-544 says each act in a sentence, without fields that nobody asked for', () => {
  const words = (act: string, detail: Parameters<typeof actInWords>[0]['detail']) => actInWords({ act, detail }, 'America/New_York');
  expect([
    words('mail.resent', { mailKind: 'ticket', as: 'ml_1', addressCorrected: false }),
    words('refund.requested', { amountMinor: 5_000, attempt: 1 }),
    words('partial-return.requested', { amountMinor: 2_500, attempt: 1, tickets: 'none', reason: 'Rain' }),
    words('approval.asked', { kind: 'message-run', runId: `mr_${'1'.repeat(26)}`, people: 185, subject: 'x', words: 'y', askedBy: 'us_1' }),
    words('approval.given', { kind: 'of a newer version' }),
    words('concert.settings-changed', { stateReason: 'Sun (was Rain)', 'General Seating': '400 (was 300)' }),
    words('complimentary.imported', { group: 'VIP', added: 1, skipped: 0, tickets: 2 }),
    words('of-a.newer-version', { tickets: 2 }),
  ]).toEqual([
    'Sent the ticket email again to the same address',
    'Started a refund of $50.00',
    'Started a partial refund of $25.00. Reason: “Rain”',
    'Asked for approval to send a message to 185 people',
    'Approved: a big action',
    'Changed the settings. state reason: Sun (was Rain); General Seating: 400 (was 300)',
    'Added 1 guest to VIP from a sheet, with 2 tickets; 0 left out',
    'of-a.newer-version',
  ]);
  expect(
    words('concert.postponed', {
      was: '2027-01-23T23:00:00.000Z',
      startsAt: 'to follow',
      chooseUntil: '2027-02-01T23:00:00.000Z',
      reason: 'Storm',
    }),
  ).toMatch(
    /^Postponed the concert from Saturday.* 2027, 6 PM EST, new date: to follow\. Holders choose until Monday.*\. Reason: “Storm”$/,
  );
});
