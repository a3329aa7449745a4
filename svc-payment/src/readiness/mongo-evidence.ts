import { CLOCKS_APART_MS, DAY_MS } from '@concert/contracts/core/durations';
import type { Connection } from '@concert/service-kit/store/mongo';
import { noticesCollection } from '../notices/notice.schema.ts';
import { refundsCollection } from '../refunds/rules/refund.schema.ts';
import { sessionsCollection } from '../sessions/payment-session.schema.ts';

/** How the provider's ids of payment pages begin. */
const TEST_PAGE = /^cs_test_/;
const LIVE_PAGE = /^cs_live_/;

/** What has happened that shows whether payments work. */
export class MongoEvidence {
  constructor(private readonly connection: Connection) {}

  /** Whether a message of the provider came by itself within the last day, and was carried out. */
  async heardToday(now: Date, live: boolean): Promise<boolean> {
    const lately = { $gte: new Date(now.getTime() - DAY_MS), $lte: new Date(now.getTime() + CLOCKS_APART_MS) };
    const found = await noticesCollection
      .on(this.connection)
      .findOne({ doneAt: { $type: 'date', ...lately }, via: 'webhook', live, receivedAt: lately })
      .sort({ doneAt: -1 });
    return found !== null;
  }

  /** Whether a booking was paid with a key of this kind and its money has gone back. */
  async hasRefunded(live: boolean): Promise<boolean> {
    const found = await refundsCollection
      .on(this.connection)
      .findOne({ status: 'succeeded', endsBooking: true, checkoutSessionId: live ? LIVE_PAGE : TEST_PAGE });
    return found !== null;
  }

  /** Whether payment pages stand that were made with a test key. */
  async hasTestPages(): Promise<boolean> {
    const found = await sessionsCollection.on(this.connection).findOne({ checkoutSessionId: { $type: 'string', $regex: TEST_PAGE } });
    return found !== null;
  }
}
