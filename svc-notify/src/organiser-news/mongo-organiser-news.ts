import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { organiserNewsCollection, type OrganiserNewsDocument } from './organiser-news.schema.ts';
import { organiserNewsContentSchema, type OrganiserNews } from './organiser-news.ts';

function toNews({ _id, facts, at }: OrganiserNewsDocument): OrganiserNews {
  return { id: _id, facts: organiserNewsContentSchema.parse(JSON.parse(facts)), at };
}

/** Stores what organisers are told of. */
export class MongoOrganiserNews {
  constructor(private readonly connection: Connection) {}

  /** Stores it unless it is known. */
  async add({ id, facts, at }: OrganiserNews, transaction?: ClientSession): Promise<void> {
    const fresh = { facts: JSON.stringify(facts), at, told: false };
    await this.news.updateOne({ _id: id }, { $setOnInsert: fresh }, { upsert: true, ...(transaction ? { session: transaction } : {}) });
  }

  async byId(id: string): Promise<OrganiserNews | undefined> {
    const found = await organiserNewsCollection.readOne(this.connection, { _id: id });
    return found ? toNews(found) : undefined;
  }

  async untold(): Promise<OrganiserNews[]> {
    return (await organiserNewsCollection.read(this.connection, { told: false })).map(toNews);
  }

  /** @returns whether nobody had marked it before */
  async markTold(id: string, transaction: ClientSession): Promise<boolean> {
    return (await this.news.updateOne({ _id: id, told: false }, { told: true }, { session: transaction })).modifiedCount === 1;
  }

  private get news() {
    return organiserNewsCollection.on(this.connection);
  }
}
