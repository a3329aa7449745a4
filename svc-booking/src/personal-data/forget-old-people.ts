import { BOOKKEEPING_YEARS } from '@concert/contracts/core/personal-data';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ErasePeople } from './erase-people.ts';
import { openMoneyOf } from './open-money.ts';
import type { MongoPeopleData } from './mongo-people-data.ts';

const MAX_AT_ONCE = 200;

/** Takes people out of bookings and complimentary entries that are older than books have to be kept. */
export class ForgetOldPeople {
  constructor(
    private readonly data: MongoPeopleData,
    private readonly erasePeople: ErasePeople,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
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
}
