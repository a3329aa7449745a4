import type { BookingData } from '@concert/contracts/booking/booking-data';
import { buyerFieldsOf } from '@concert/contracts/booking/buyer';
import type { OpenMoney } from '@concert/contracts/booking/personal-data';
import { emailKey } from '@concert/contracts/core/fields';
import { money } from '@concert/contracts/core/money';
import type { BookingId, TicketId, UserId } from '@concert/contracts/core/ids';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { MongoInvitations } from '../complimentary/invitations/mongo-invitations.ts';
import type { MongoAudit } from '../audit-log/mongo-audit.ts';
import { receiptNumber } from '../bookings/receipts/receipt.ts';
import { openMoneyOf } from './open-money.ts';
import type { MongoWaiting } from '../waiting/mongo-waiting.ts';
import type { MongoPeopleData } from './mongo-people-data.ts';

/** Shows what this service keeps about a person, field by field. */
export class ShowBookingData {
  constructor(
    private readonly data: MongoPeopleData,
    private readonly invitations: MongoInvitations,
    private readonly waiting: MongoWaiting,
    private readonly audit: MongoAudit,
    private readonly admissions: MongoAdmissions,
  ) {}

  /** Bookings of a buyer whose money is on its way. */
  async openMoney(userId: UserId): Promise<{ bookingId: BookingId; why: OpenMoney }[]> {
    return (await this.data.bookingsOf(userId)).flatMap((booking) => {
      const why = openMoneyOf(booking);
      return why ? [{ bookingId: booking.id, why }] : [];
    });
  }

  async of(userId: UserId, email: string): Promise<BookingData> {
    const [bookings, entries, invitations, places] = await Promise.all([
      this.data.bookingsOf(userId),
      this.data.entriesFor(emailKey(email)),
      this.invitations.ofGuest(emailKey(email)),
      this.waiting.ofAccount(userId),
    ]);
    return {
      bookings: await Promise.all(
        bookings.map(async ({ id, seating, tickets, price, status, ...rest }) => ({
          id,
          ...buyerFieldsOf(rest),
          ...{ seating, tickets, price, status },
          ...(rest.giftMinor ? { gift: money(rest.giftMinor) } : {}),
          ...(rest.access ? { access: { companions: rest.access.companions } } : {}),
          ...(rest.returning ? { returning: [...rest.returning] } : {}),
          ...(rest.needs ? { needs: rest.needs } : {}),
          ...(rest.receipt ? { receipt: receiptNumber(rest.receipt) } : {}),
          createdAt: rest.createdAt.toISOString(),
          ...(rest.termsVersion ? { termsVersion: rest.termsVersion } : {}),
          history: rest.history.map(({ to, at, cause }) => ({ to, at: at.toISOString(), cause })),
          acts: (await this.audit.ofBooking(id)).map(({ act, at }) => ({ act, at: at.toISOString() })),
          admissions: await this.admissionsOf(rest.ticketIds),
        })),
      ),
      entries: await Promise.all(
        entries.map(async ({ id, group, name, email: typed, phoneno, tickets, status, createdAt, ticketIds }) => ({
          ...{ id, group, name, email: typed, phoneno, tickets, status },
          createdAt: createdAt.toISOString(),
          admissions: await this.admissionsOf(ticketIds),
        })),
      ),
      invitations: invitations.map(({ id, guest, seats, answer, createdAt, until }) => ({
        ...{ id, name: guest!.name, email: guest!.email, phoneno: guest!.phoneno, seats, answer },
        ...{ createdAt: createdAt.toISOString(), until: until.toISOString() },
      })),
      waiting: places.map(({ id, state, seats, seating, access, name, email: kept, joinedAt }) => ({
        ...{ id, state, seats, seating, name, email: kept, since: joinedAt.toISOString() },
        ...(access ? { access } : {}),
      })),
    };
  }

  private async admissionsOf(ticketIds: readonly TicketId[]): Promise<{ door: string; scannedAt: string }[]> {
    if (ticketIds.length === 0) return [];
    const inside = await this.admissions.inside(ticketIds);
    return [...inside.values()].map(({ door, scannedAt }) => ({ door, scannedAt: scannedAt.toISOString() }));
  }
}
