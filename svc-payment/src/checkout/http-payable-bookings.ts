import { AsyncLocalStorage } from 'node:async_hooks';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { MAX_ASKED_TOGETHER, type BegunPayment } from '@concert/contracts/booking/internal';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { outcomesOfEach } from '@concert/service-kit/asked-together';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/batcher';
import type { InternalClient } from '@concert/service-kit/internal-client';
import type { Outcome } from '@concert/service-kit/outcome';
import type { PayableBooking, PayableBookings } from './payable-bookings.ts';

/** Refusals of svc-booking that this service passes on to buyers. */
export { bookingProblems } from '@concert/contracts/booking/problems';

const REFUSALS = ['booking.not_found', 'booking.not_payable', 'booking.registration_closed'];

interface Asked {
  readonly payment: { readonly bookingId: BookingId; readonly userId: UserId; readonly prolong: boolean };
  readonly inContext: <T>(work: () => T) => T;
}

/** svc-booking over its internal route. Buyers who ask at the same time are asked for together. */
export class HttpPayableBookings implements PayableBookings {
  private readonly questions = new Batcher<Asked, BegunPayment>({
    ...NEVER_REFUSED,
    most: MAX_ASKED_TOGETHER,
    commit: (asked) => this.ask(asked),
  });

  constructor(private readonly client: InternalClient) {}

  async beginPayment(bookingId: BookingId, userId: UserId, prolong: boolean): Promise<PayableBooking> {
    const payment = { bookingId, userId, prolong };
    const begun = await this.questions.submit({ payment, inContext: AsyncLocalStorage.snapshot() });
    const { email, seating, tickets, freeTickets, amount, concertTitle, holdEndsAt } = begun;
    return { email, seating, tickets, freeTickets, amount, concertTitle, holdEndsAt: new Date(holdEndsAt) };
  }

  private async ask(asked: readonly Asked[]): Promise<Outcome<BegunPayment>[]> {
    const body = { payments: asked.map(({ payment }) => payment) };
    // The question carries the correlation of whoever asked first.
    const { outcomes } = await asked[0]!.inContext(() => this.client.call(bookingRoutes.beginPayments, { body }));
    return outcomesOfEach(outcomes, REFUSALS);
  }
}
