import { NEEDS_DAYS } from '@concert/contracts/core/personal-data';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { dateToFollowOf } from '../concert/postponement.ts';
import type { ErasePeople } from './erase-people.ts';
import type { MongoPeopleData } from './mongo-people-data.ts';

/** Deletes what people told of their needs, and takes people out of the waiting list, once the evening is {@link NEEDS_DAYS} days past. */
export class ForgetNeeds {
  constructor(
    private readonly data: MongoPeopleData,
    private readonly erasePeople: ErasePeople,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const concert = await this.concert.current();
    // The start of a concert whose date is to follow is an evening that does not take place: needs are for the one that will.
    const isToCome = 'dateToFollow' in dateToFollowOf(concert);
    if (isToCome || this.clock.now().getTime() < concert.startsAt.getTime() + NEEDS_DAYS * DAY_MS) return;
    await this.erasePeople.removeWaiting();
    const count = await this.data.forgetNeeds();
    if (count > 0) this.log.info('what people told of their needs was deleted', { count });
  }
}
