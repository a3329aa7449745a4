import { localTimeOf } from '@concert/contracts/core/zoned-time';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { paidAt } from '../booking.ts';
import type { BookingChange, MongoBookings } from '../mongo-bookings.ts';
import type { MongoConcert } from '../../concert/mongo-concert.ts';

const AT_ONCE = 200;

/**
 * Numbers the receipts of bookings whose money came, in the order in which it did. A transaction of its own, some seconds later: numbers
 * given while a payment is settled would make every payment wait for the one before it.
 */
export class NumberReceipts {
  constructor(
    private readonly bookings: Pick<MongoBookings, 'withoutReceipt' | 'lastReceipt' | 'write'>,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly transactions: Transactions,
  ) {}

  async run(): Promise<void> {
    while ((await this.numberSome()) === AT_ONCE);
  }

  private async numberSome(): Promise<number> {
    return this.transactions.run(async (transaction) => {
      const found = await this.bookings.withoutReceipt(AT_ONCE, transaction);
      if (found.length === 0) return 0;
      const { timeZone } = await this.concert.current(transaction);
      const paid = found.map((booking) => ({ booking, at: paidAt(booking)! })).sort((one, other) => one.at.getTime() - other.at.getTime());
      const last = new Map<number, number>();
      const steps: BookingChange[] = [];
      for (const { booking, at } of paid) {
        const year = Number(localTimeOf(at, timeZone).slice(0, 4));
        const number = 1 + (last.get(year) ?? (await this.bookings.lastReceipt(year, transaction)));
        last.set(year, number);
        steps.push([booking, { ...booking, receipt: { year, number }, version: booking.version + 1 }]);
      }
      await this.bookings.write(steps, [], transaction);
      return found.length;
    });
  }
}
