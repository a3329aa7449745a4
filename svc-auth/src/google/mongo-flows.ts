import type { Connection } from '@concert/service-kit/store/mongo';
import { flowsCollection, type FlowDocument } from './flow.schema.ts';
import type { GoogleFlow } from './google.ts';

/** Google sign-ins that wait for the browser to come back. */
export class MongoFlows {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: GoogleFlow): Promise<void> {
    await this.flows.create({ _id: id, ...rest });
  }

  /** Removes a flow, if this browser began it, so that it cannot be finished twice. */
  async take(id: string, browserHash: string): Promise<GoogleFlow | undefined> {
    const found = await this.flows.findOneAndDelete({ _id: id, browserHash }).lean<FlowDocument>();
    if (!found) return undefined;
    const { _id, ...rest } = found;
    return { id: _id, ...rest };
  }

  private get flows() {
    return flowsCollection.on(this.connection);
  }
}
