import type { Connection } from '@concert/service-kit/mongo';
import { auditHeadsCollection, type AuditHeadDocument } from './audit-head.schema.ts';
import type { AuditHead } from './audit-head.ts';
import type { AuditHeadsRepository } from './audit-heads.repository.ts';

function toHead({ _id, ...rest }: AuditHeadDocument): AuditHead {
  return { number: _id, ...rest };
}

export class MongoAuditHeadsRepository implements AuditHeadsRepository {
  constructor(private readonly connection: Connection) {}

  async add({ number, ...rest }: AuditHead): Promise<void> {
    await this.heads.create([{ _id: number, ...rest }]);
  }

  async last(): Promise<AuditHead | undefined> {
    const found = await this.heads.findOne().sort({ _id: -1 }).lean<AuditHeadDocument>();
    return found ? toHead(found) : undefined;
  }

  async all(): Promise<AuditHead[]> {
    return (await this.heads.find().sort({ _id: 1 }).lean<AuditHeadDocument[]>()).map(toHead);
  }

  private get heads() {
    return auditHeadsCollection.on(this.connection);
  }
}
