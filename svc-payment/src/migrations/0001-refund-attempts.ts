import type { Migration } from '@concert/service-kit/store/migrations';

const REFUNDS = 'refunds';

interface OldRefund {
  _id: string;
  bookingId: string;
  status: 'requested' | 'pending' | 'succeeded' | 'failed';
  requestedAt: Date;
}

const ONE_PER_SESSION = 'uq_automatic_per_session';
const ROW_STATES = { requested: 'notified', pending: 'refund sent', succeeded: 'settled', failed: 'failed' } as const;

/** Makes refunds from the time of one attempt per payment first attempts. */
export const refundAttempts: Migration = {
  id: '0001-refund-attempts',
  estimate: async (db) =>
    `${await db.collection(REFUNDS).countDocuments({ attempt: { $exists: false } })} refunds become attempts, about a second for each 2,000`,
  up: async (db) => {
    const refunds = db.collection<OldRefund>(REFUNDS);
    // The old index would refuse a second attempt; the previous version gets a narrower one under the same name.
    const unnarrowed = (await refunds.indexes()).some(
      ({ name, partialFilterExpression }) => name === ONE_PER_SESSION && !partialFilterExpression,
    );
    if (unnarrowed) await refunds.dropIndex(ONE_PER_SESSION);
    for await (const old of refunds.find({ attempt: { $exists: false } }).sort({ requestedAt: 1 })) {
      const before = await refunds.countDocuments({ bookingId: old.bookingId, attempt: { $exists: true } });
      await refunds.updateOne(
        { _id: old._id },
        {
          $set: {
            attempt: before + 1,
            orderNumber: 1,
            reason: null,
            refused: old.status === 'failed',
            cardEnding: null,
            requestedBy: null,
            issuedAt: old.status === 'succeeded' ? old.requestedAt : null,
            runId: null,
            toldAt: null,
            issueToldAt: old.requestedAt,
            settledOtherwise: false,
            superseded: false,
            live: old.status !== 'failed',
            rowState: ROW_STATES[old.status],
          },
        },
      );
    }
  },
};
