import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChoiceMail } from '@concert/contracts/booking/choices';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { MAX_ASKED_TOGETHER, type TicketMail } from '@concert/contracts/booking/internal';
import type { BookingId } from '@concert/contracts/core/ids';
import { outcomesOfEach } from '@concert/service-kit/asked-together';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/batcher';
import type { InternalClient } from '@concert/service-kit/internal-client';
import type { Outcome } from '@concert/service-kit/outcome';
import type { TicketBooking, TicketBookings, TicketEntry } from './ticket-bookings.ts';

interface Asked {
  readonly bookingId: BookingId;
  readonly inContext: <T>(work: () => T) => T;
}

/**
 * Asks svc-booking at the moment of sending, so that no address or ticket is part of a fact. Mails written at the same time share a
 * question.
 */
export class HttpTicketBookings implements TicketBookings {
  private readonly questions = new Batcher<Asked, TicketMail>({
    ...NEVER_REFUSED,
    most: MAX_ASKED_TOGETHER,
    commit: (asked) => this.ask(asked),
  });

  constructor(private readonly owner: InternalClient) {}

  async booking(id: string): Promise<TicketBooking> {
    const asked = { bookingId: id as BookingId, inContext: AsyncLocalStorage.snapshot() };
    const { bookingId: reference, ...rest } = await this.questions.submit(asked);
    return { reference, ...rest };
  }

  async entry(entryId: string): Promise<TicketEntry> {
    const {
      entryId: reference,
      group: seating,
      ...rest
    } = await this.owner.call(bookingRoutes.showComplimentaryTicketMail, { params: { entryId } });
    return { reference, seating, ...rest };
  }

  choice(bookingId: string): Promise<ChoiceMail> {
    return this.owner.call(bookingRoutes.showChoiceMail, { params: { bookingId } });
  }

  private async ask(asked: readonly Asked[]): Promise<Outcome<TicketMail>[]> {
    const body = { bookingIds: asked.map(({ bookingId }) => bookingId) };
    // The question carries the correlation of the mail that asked first.
    const { outcomes } = await asked[0]!.inContext(() => this.owner.call(bookingRoutes.showTicketMails, { body }));
    return outcomesOfEach(outcomes, ['booking.not_found']);
  }
}
