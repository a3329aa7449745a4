import type { ChoiceMail } from '@concert/contracts/booking/choices';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { InvitationMail } from '@concert/contracts/booking/invitations';
import type { WaitingMail } from '@concert/contracts/booking/waiting';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { TicketBooking, TicketEntry } from './ticket-bookings.ts';

/** What mails about bookings, complimentary entries and the waiting list say: asks svc-booking at the moment of sending, so that no address or ticket is part of a fact. */
export class HttpTicketBookings {
  constructor(private readonly owner: InternalClient) {}

  /** @throws DomainError when there is no such booking, NeighbourUnavailableError when svc-booking does not answer */
  async booking(bookingId: string): Promise<TicketBooking> {
    const { bookingId: reference, ...rest } = await this.owner.call(bookingRoutes.showTicketMail, { params: { bookingId } });
    return { reference, ...rest };
  }

  /** @throws as {@link booking} */
  async entry(entryId: string): Promise<TicketEntry> {
    const {
      entryId: reference,
      group: seating,
      ...rest
    } = await this.owner.call(bookingRoutes.showComplimentaryTicketMail, { params: { entryId } });
    return { reference, seating, ...rest };
  }

  /** An invitation as its guest would see it now. @throws as {@link booking} */
  invitation(invitationId: string): Promise<InvitationMail> {
    return this.owner.call(bookingRoutes.showInvitationMail, { params: { invitationId } });
  }

  /** What a booking's holder chose after a postponement. @throws as {@link booking} */
  choice(bookingId: string): Promise<ChoiceMail> {
    return this.owner.call(bookingRoutes.showChoiceMail, { params: { bookingId } });
  }

  /** How a place in the waiting list stands. @throws as {@link booking} */
  waiting(waitingId: string): Promise<WaitingMail> {
    return this.owner.call(bookingRoutes.showWaitingMail, { params: { waitingId } });
  }
}
