import { BOOKKEEPING_YEARS, NEEDS_DAYS } from '@concert/contracts/core/personal-data';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { dateToFollowOf } from '../concert/postponement.ts';
import type { MongoWaiting } from '../waiting/mongo-waiting.ts';
import type { ErasePeople } from './erase-people.ts';
import { openMoneyOf } from './open-money.ts';
import type { MongoPeopleData } from './mongo-people-data.ts';

const MAX_AT_ONCE = 200;

/** Forgets people by itself, once the time is over for which they are kept. */
export class ForgetPeople {
  constructor(
    private readonly data: MongoPeopleData,
    private readonly erasePeople: ErasePeople,
    private readonly waiting: Pick<MongoWaiting, 'ofThisEvening'>,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Takes people out of bookings and complimentary entries that are older than books have to be kept. */
  async old(): Promise<void> {
    const before = new Date(this.clock.now());
    before.setUTCFullYear(before.getUTCFullYear() - BOOKKEEPING_YEARS);
    let count = 0;
    for (let found = -1; found !== count;) {
      found = count;
      // Money on its way has its time, even after ten years; the rest of the list is not held up by it.
      for (const booking of (await this.data.oldBookings(before, MAX_AT_ONCE)).filter((one) => !openMoneyOf(one))) {
        await this.erasePeople.eraseBooking(booking);
        count += 1;
      }
      for (const entry of await this.data.oldEntries(before, MAX_AT_ONCE)) {
        await this.erasePeople.eraseEntry(entry);
        count += 1;
      }
    }
    if (count > 0) this.log.info('people were taken out of old bookings', { count });
  }

  /** Deletes what people told of their needs, and takes people out of the waiting list, once the evening is {@link NEEDS_DAYS} days past. */
  async needs(): Promise<void> {
    const concert = await this.concert.current();
    // The start of a concert whose date is to follow is an evening that does not take place: needs are for the one that will.
    const isToCome = 'dateToFollow' in dateToFollowOf(concert);
    if (isToCome || this.clock.now().getTime() < concert.startsAt.getTime() + NEEDS_DAYS * DAY_MS) return;
    await this.erasePeople.removeWaiting(await this.waiting.ofThisEvening());
    const count = await this.data.forgetNeeds();
    if (count > 0) this.log.info('what people told of their needs was deleted', { count });
  }
}
