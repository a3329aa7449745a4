import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import type { Flow } from './flow.ts';
import type { FlowsRepository } from './flows.repository.ts';

const FLOWS_COLLECTION = 'google-flows';

export const flowIndexes: readonly IndexSpec[] = [
  {
    collection: FLOWS_COLLECTION,
    name: 'ttl_expired',
    key: { expiresAt: 1 },
    options: { expireAfterSeconds: 0 },
    serves: 'flows nobody came back from go by themselves',
  },
];

interface FlowDocument extends Omit<Flow, 'id'> {
  _id: string;
}

export class MongoFlowsRepository implements FlowsRepository {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: Flow): Promise<void> {
    await this.collection().insertOne({ _id: id, ...rest });
  }

  async take(id: string, browserHash: string): Promise<Flow | undefined> {
    const found = await this.collection().findOneAndDelete({ _id: id, browserHash });
    if (!found) return undefined;
    const { _id, ...rest } = found;
    return { id: _id, ...rest };
  }

  private collection() {
    return collectionOf<FlowDocument>(this.connection, FLOWS_COLLECTION);
  }
}
