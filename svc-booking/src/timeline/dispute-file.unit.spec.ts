import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { disputeSections, disputeText, type DisputeFacts } from './dispute-file.ts';

const amount = { amountMinor: 5_000, currency: 'USD' as const };
const at = '2026-11-01T12:00:00.000Z';
const id = idFromBytes('booking', new Uint8Array(17));

function factsOf(disputeReason: string, many = 0): DisputeFacts {
  const long = 'W'.repeat(500);
  return {
    timeline: {
      booking: {
        ...{ id, firstname: 'Meera', lastname: 'Raghavan', email: 'meera@example.org', phoneno: '(555) 123-4567' },
        ...{ seating: 'General Seating', notickets: 2, amount, price: amount, status: 'paid', dispute: 'open', disputeReason },
        ...{ answerBy: '2026-11-30T23:59:59.000Z', createdAt: at, termsVersion: '2026-10-01 1', providerIds: Array(many).fill(long) },
      },
      entries: Array.from({ length: many }, () => ({ kind: 'money', at, what: 'settled', amount, reference: long }) as const),
    },
    others: Array.from({ length: many }, () => ({
      id: long,
      seating: 'General Seating',
      tickets: 2,
      createdAt: new Date(at),
      status: 'paid',
    })),
    mails: Array.from({ length: many }, () => ({
      ...({
        id: idFromBytes('mail', new Uint8Array(17)),
        kind: 'ticket',
        subjectId: id,
        state: 'accepted',
        attempts: 1,
        createdAt: at,
      } as const),
    })),
    admissions: Array.from({ length: many }, () => ({ door: long, scannedAt: new Date(at) })),
    concert: { title: 'Concert', startsAt: new Date(at), timeZone: 'America/New_York', venue: { name: 'Hall', address: 'Riverside' } },
    publicOrigin: 'https://concert.example',
    madeAt: new Date(at),
  };
}

describe('B6-549 the dispute file', () => {
  it.each([
    ['fraudulent', 'Use of the tickets'],
    ['product_not_received', 'Use of the tickets'],
    ['credit_not_processed', 'Payment and refunds'],
    ['duplicate', 'Other bookings of the buyer'],
    ['product_unacceptable', 'Terms that the buyer accepted'],
    ['unrecognized', 'What was bought'],
    ['general', 'What was bought'],
    ['a_new_one', 'What was bought'],
  ])('of %s begins with %s, and has every part', (reason, first) => {
    const titles = disputeSections(factsOf(reason)).map(({ title }) => title);
    expect([titles[1], titles.length]).toEqual([first, 7]);
  });

  it('says accepted terms with version and time, and what there was none of', () => {
    const text = disputeText(disputeSections(factsOf('general')));
    for (const said of [
      'Version 2026-10-01 1, accepted with the booking on 11/01/2026 07:00:00 EST',
      'No email was sent',
      'None of the 2 tickets',
    ])
      expect(text).toContain(said);
  });

  it("stays within the payment provider's limits, however much there is", () => {
    const sections = disputeSections(factsOf('fraudulent', 300));
    expect(disputeText(sections).length).toBeLessThanOrEqual(20_000);
    expect(disputeText(sections)).toContain('281 earlier ones are left out');
  });
});
