import { describe, expect, it } from '@jest/globals';
import type { TicketId } from '@concert/contracts/core/ids';
import { maskedContact } from './masked-contact.ts';
import { isRenewable, MAX_RENEWALS, renewedTickets, allTickets, type TicketHolding } from './renewal.ts';

const id = (text: string) => `tk_${text}` as TicketId;
const counted = () => {
  let made = 0;
  return () => id(`new${(made += 1)}`);
};

describe('tickets that are replaced', () => {
  const three: TicketHolding = { ticketIds: [id('a'), id('b'), id('c')] };

  it('B9-637 get another id each, but for those that somebody went in with', () => {
    const once = renewedTickets(three, new Set([id('b')]), counted());
    expect(once).toEqual({
      ticketIds: [id('new1'), id('b'), id('new2')],
      linkGeneration: 1,
      replacedTickets: [
        { ticketId: id('a'), number: 1 },
        { ticketId: id('c'), number: 3 },
      ],
    });
    const twice = renewedTickets(once, new Set(), () => id('newer'));
    expect([twice.linkGeneration, twice.replacedTickets.map(({ ticketId, number }) => [ticketId, number])]).toEqual([
      2,
      [
        [id('a'), 1],
        [id('c'), 3],
        [id('new1'), 1],
        [id('b'), 2],
        [id('new2'), 3],
      ],
    ]);
    expect(new Set(allTickets(twice)).size).toBe(6);
  });

  it('are replaced so often and no more, because those that ended are kept', () => {
    expect([isRenewable(three), isRenewable({ ...three, linkGeneration: MAX_RENEWALS }), isRenewable({ ticketIds: [] })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(() => renewedTickets({ ticketIds: [] }, new Set(), counted())).toThrow(RangeError);
  });
});

describe('an address and a number behind a link', () => {
  it.each([
    ['anna.smith@example.org', '(555) 123-4567', 'a•••@e•••', '•••67'],
    ['x@y.z', '', 'x•••@y•••', ''],
    ['Ø@пример.рф', '5551234567', 'Ø•••@п•••', '•••67'],
  ])('B9-550 of %s and %s are recognised and cannot be used', (email, phoneno, masked, number) => {
    expect(maskedContact({ email, phoneno })).toEqual({ email: masked, phoneno: number });
  });
});
