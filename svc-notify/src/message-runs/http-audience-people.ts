import type { AudiencePerson, ShownPerson } from '@concert/contracts/booking/audience';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import type { Audience } from '@concert/contracts/notify/message-runs';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { AudiencePeople, ConcertFacts } from './audience-people.ts';

/** svc-booking over its internal routes. */
export class HttpAudiencePeople implements AudiencePeople {
  constructor(private readonly owner: InternalClient) {}

  async list({ buyers, guests, inside, booking }: Pick<Audience, 'buyers' | 'guests' | 'inside' | 'booking'>) {
    const people: AudiencePerson[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.owner.call(bookingRoutes.listAudience, {
        body: {
          ...(buyers ? { buyers } : {}),
          ...(guests ? { guests } : {}),
          ...(inside === undefined ? {} : { inside }),
          ...(booking ? { booking } : {}),
          ...(cursor === undefined ? {} : { cursor }),
        },
      });
      people.push(...page.people);
      cursor = page.next;
    } while (cursor !== undefined);
    return people;
  }

  show(of: string): Promise<ShownPerson> {
    return this.owner.call(bookingRoutes.showAudiencePerson, { params: { of } });
  }

  async concert(): Promise<ConcertFacts> {
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
