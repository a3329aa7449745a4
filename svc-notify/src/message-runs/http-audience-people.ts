import { AsyncLocalStorage } from 'node:async_hooks';
import type { AudiencePerson, ShownPerson } from '@concert/contracts/booking/audience';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { MAX_ASKED_TOGETHER, type TicketMail } from '@concert/contracts/booking/internal';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import type { Audience } from '@concert/contracts/notify/message-runs';
import { outcomesOfEach } from '@concert/service-kit/asked-together';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/batcher';
import type { InternalClient } from '@concert/service-kit/internal-client';
import type { Outcome } from '@concert/service-kit/outcome';
import type { AudiencePeople, ConcertFacts } from './audience-people.ts';

type Shown = ShownPerson & { readonly concert: TicketMail['concert'] };

interface Asked {
  readonly of: AudiencePerson['of'];
  readonly inContext: <T>(work: () => T) => T;
}

/** svc-booking over its internal routes. People who are asked about at the same time share a question. */
export class HttpAudiencePeople implements AudiencePeople {
  private readonly questions = new Batcher<Asked, Shown>({
    ...NEVER_REFUSED,
    most: MAX_ASKED_TOGETHER,
    commit: (asked) => this.ask(asked),
  });

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

  show(of: string): Promise<Shown> {
    return this.questions.submit({ of: of as Asked['of'], inContext: AsyncLocalStorage.snapshot() });
  }

  async concert(): Promise<ConcertFacts> {
    const concert = await this.owner.call(bookingRoutes.showConcert, {});
    const { title, startsAt, timeZone, venue, supportEmail, supportPhone, state, postponement } = concert;
    return {
      ...{ title, startsAt, timeZone, venue, supportEmail, supportPhone },
      ...(isDateToFollow(concert) ? { dateToFollow: true } : {}),
      ...(postponement && state !== 'cancelled' ? { postponement } : {}),
    };
  }

  private async ask(asked: readonly Asked[]): Promise<Outcome<Shown>[]> {
    const body = { of: asked.map(({ of }) => of) };
    // The question carries the correlation of the one who asked first.
    const { concert, outcomes } = await asked[0]!.inContext(() => this.owner.call(bookingRoutes.showAudiencePeople, { body }));
    return outcomesOfEach(outcomes, ['booking.not_found']).map((outcome) =>
      outcome.ok ? { ok: true, value: { ...outcome.value, concert } } : outcome,
    );
  }
}
