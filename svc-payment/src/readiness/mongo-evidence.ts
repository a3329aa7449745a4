import type { Connection } from '@concert/service-kit/store/mongo';
import { noticesCollection } from '../notices/notice.schema.ts';
import { refundsCollection } from '../refunds/refund.schema.ts';
import { sessionsCollection } from '../sessions/payment-session.schema.ts';
import type { Evidence } from './evidence.ts';

/** How the provider's ids of payment pages begin. */
const TEST_PAGE = /^cs_test_/;
const LIVE_PAGE = /^cs_live_/;

export class MongoEvidence implements Evidence {
  constructor(private readonly connection: Connection) {}

  async heardSince(since: Date, live: boolean): Promise<boolean> {
    const found = await noticesCollection
      .on(this.connection)
      .findOne({ doneAt: { $type: 'date', $gte: since }, via: 'webhook', live, receivedAt: { $gte: since } })
      .sort({ doneAt: -1 });
    return found !== null;
  }

  async hasRefunded(live: boolean): Promise<boolean> {
    const found = await refundsCollection
      .on(this.connection)
      .findOne({ status: 'succeeded', endsBooking: true, checkoutSessionId: live ? LIVE_PAGE : TEST_PAGE });
    return found !== null;
  }

  async hasTestPages(): Promise<boolean> {
    const found = await sessionsCollection.on(this.connection).findOne({ checkoutSessionId: { $type: 'string', $regex: TEST_PAGE } });
    return found !== null;
  }
}
