import type { RefundId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { Refund } from './refund.ts';
import type { RefundsRepository } from './refunds.repository.ts';

export const REFUNDS_COLLECTION = 'refunds';

export const refundIndexes: readonly IndexSpec[] = [
  { collection: REFUNDS_COLLECTION, name: 'uq_automatic_per_session', key: { checkoutSessionId: 1 }, options: { unique: true }, serves: 'money of a session goes back once' },
  { collection: REFUNDS_COLLECTION, name: 'by_provider_refund', key: { providerRefundId: 1 }, options: { partialFilterExpression: { providerRefundId: { $type: 'string' } } }, serves: "a refund by the provider's id" },
  { collection: REFUNDS_COLLECTION, name: 'due', key: { status: 1, nextTryAt: 1 }, serves: 'refunds to send now' },
];

type RefundDocument = Omit<Refund, 'id'> & { _id: RefundId };

function toDocument({ id, ...rest }: Refund): RefundDocument {
  return { _id: id, ...rest };
}

function toRefund({ _id, ...rest }: RefundDocument): Refund {
  return { id: _id, ...rest };
}

export class MongoRefundsRepository implements RefundsRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<Refund | undefined> {
    const found = await this.collection().findOne({ _id: id as RefundId }, transaction ? { session: transaction } : {});
    return found ? toRefund(found) : undefined;
  }

  async byProviderRefund(providerRefundId: string): Promise<Refund | undefined> {
    const found = await this.collection().findOne({ providerRefundId });
    return found ? toRefund(found) : undefined;
  }

  async ofCheckoutSession(checkoutSessionId: string, transaction?: ClientSession): Promise<Refund | undefined> {
    const found = await this.collection().findOne({ checkoutSessionId }, transaction ? { session: transaction } : {});
    return found ? toRefund(found) : undefined;
  }

  async due(now: Date, most: number): Promise<Refund[]> {
    return (await this.collection().find({ status: 'requested', nextTryAt: { $lte: now } }).sort({ nextTryAt: 1 }).limit(most).toArray()).map(toRefund);
  }

  async add(refund: Refund, transaction: ClientSession): Promise<void> {
    await this.collection().insertOne(toDocument(refund), { session: transaction });
  }

  async replace(before: Refund, after: Refund, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().replaceOne({ _id: before.id, version: before.version }, toDocument(after), { session: transaction });
    if (matchedCount !== 1) throw new StaleWriteError('the refund changed in between');
  }

  private collection() {
    return collectionOf<RefundDocument>(this.connection, REFUNDS_COLLECTION);
  }
}
