import type { Postponement } from '@concert/contracts/booking/postponement-fields';
import type { HeldMail, TicketMail } from '@concert/contracts/booking/internal';
import type { AudiencePerson, ShownPerson } from '@concert/contracts/booking/audience';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import type { Audience } from '@concert/contracts/notify/message-runs';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** The concert, as words about it name it. */
export type MessageConcert = TicketMail['concert'] & {
  /** Present where holders of paid tickets are asked, or were, after a postponement. */
  readonly postponement?: Postponement;
};

/** Asks svc-booking for those who hold bookings and complimentary entries, or wait for the next date. Each method throws NeighbourUnavailableError while it is away. */
export class HttpAudiencePeople {
  constructor(private readonly owner: InternalClient) {}

  /** Everybody of an audience, a row for each booking, entry and place in the list. */
  async list({ buyers, guests, inside, booking, nextDate }: Audience) {
    const people: AudiencePerson[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.owner.call(bookingRoutes.listAudience, {
        body: {
          ...(buyers ? { buyers } : {}),
          ...(guests ? { guests } : {}),
          ...(inside === undefined ? {} : { inside }),
          ...(booking ? { booking } : {}),
          ...(nextDate ? { nextDate } : {}),
          ...(cursor === undefined ? {} : { cursor }),
        },
      });
      people.push(...page.people);
      cursor = page.next;
    } while (cursor !== undefined);
    return people;
  }

  /** Who a booking, an entry or a place in the list for the next date belongs to now. @throws DomainError `booking.not_found` */
  show(of: string): Promise<ShownPerson> {
    return this.owner.call(bookingRoutes.showAudiencePerson, { params: { of } });
  }

  /** Whom an invitation is for. @throws DomainError `booking.invitation_not_found` */
  async invited(invitationId: string): Promise<Pick<ShownPerson, 'name' | 'email' | 'phone'>> {
    return { phone: '', ...(await this.owner.call(bookingRoutes.showInvitationMail, { params: { invitationId } })) };
  }

  /** What is held for an address that nobody has proven yet. */
  heldFor(email: string): Promise<HeldMail> {
    return this.owner.call(bookingRoutes.showHeldMail, { body: { email } });
  }

  /** The concert as visitors see it. */
  async concert(): Promise<MessageConcert> {
    const concert = await this.owner.call(bookingRoutes.showConcert, {});
    const { title, startsAt, timeZone, lengthMinutes, venue, notes, supportEmail, supportPhone, state, postponement } = concert;
    return {
      ...{ title, startsAt, timeZone, lengthMinutes, venue, notes, supportEmail, supportPhone },
      ...(state === 'open' ? {} : { closed: state }),
      ...(isDateToFollow(concert) ? { dateToFollow: true } : {}),
      ...(postponement && state !== 'cancelled' ? { postponement } : {}),
    };
  }
}
