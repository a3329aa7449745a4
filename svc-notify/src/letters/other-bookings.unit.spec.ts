import { describe, expect, it } from '@jest/globals';
import type { OwnBooking } from '@concert/contracts/booking/audience';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { MessageRun } from '../messages/message-run.ts';
import { ofOtherBookings } from './other-bookings.ts';

const createdAt = new Date('2027-01-10T12:00:00.000Z');
const booking = (number: number, status: OwnBooking['status'], over: Partial<OwnBooking> = {}): OwnBooking => ({
  id: idFromBytes('booking', new Uint8Array(17).fill(number)),
  seating: 'General Seating',
  tickets: 2,
  status,
  since: createdAt.toISOString(),
  ...over,
});
const [paid, ended, pending] = [booking(1, 'paid'), booking(2, 'expired', { seating: 'VIP Seating', tickets: 1 }), booking(3, 'pending')];
const old = booking(4, 'expired', { since: '2027-01-10T09:00:00.000Z' });
const stop: Pick<MessageRun, 'purpose' | 'createdAt'> = { purpose: 'cancellation', createdAt };
const undoing = { purpose: 'free', createdAt, takesBack: idFromBytes('messageRun', new Uint8Array(17)) } as const;

describe('B2-580 what a message says of further bookings of its reader', () => {
  it('of a stop: reservations without money that ended with it or still wait, and none that ended long before', () => {
    expect(ofOtherBookings(stop, [paid, ended, pending, old])).toEqual([
      `These reservations were not paid and have ended, too: ${ended.id} (VIP Seating, 1 ticket) and ${pending.id} (General Seating, 2 tickets). You owe nothing for them; if your bank shows a payment all the same, it is refunded automatically.`,
    ]);
    expect(ofOtherBookings(stop, [paid, old])).toEqual([]);
  });

  it('of its undoing: which tickets are valid as before, and which reservations ended', () => {
    expect(ofOtherBookings(undoing, [paid, ended, old])).toEqual([
      `Valid as before: ${paid.id} (General Seating, 2 tickets).`,
      `Ended without a payment: ${ended.id} (VIP Seating, 1 ticket). You owe nothing, and can reserve seats again.`,
    ]);
    expect(ofOtherBookings(undoing, [ended])).toHaveLength(1);
    expect(ofOtherBookings(undoing, [paid, old])).toEqual([]);
  });

  it('of a new date: what is reserved beside what is paid; nothing where it says so itself, and of other messages nothing', () => {
    expect(ofOtherBookings({ purpose: 'new-date', createdAt }, [paid, pending]).join()).toContain(`You have also reserved ${pending.id}`);
    expect(ofOtherBookings({ purpose: 'new-date', createdAt }, [pending])).toEqual([]);
    expect(ofOtherBookings({ purpose: 'free', createdAt }, [paid, pending, ended])).toEqual([]);
  });
});
