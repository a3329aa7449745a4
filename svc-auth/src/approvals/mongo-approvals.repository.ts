import { bigActionSchema } from '@concert/contracts/auth/approvals';
import type { ApprovalId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { ApprovalRule } from './approval-rule.ts';
import { approvalRulesCollection, approvalsCollection, type ApprovalDocument, type ApprovalRuleDocument } from './approval.schema.ts';
import type { Approval } from './approval.ts';
import type { ApprovalsRepository } from './approvals.repository.ts';

const toApproval = ({ _id, action, ...rest }: ApprovalDocument): Approval => ({
  id: _id,
  action: bigActionSchema.parse(JSON.parse(action)),
  ...rest,
});
const asRead = ({ id, state, askedAt }: Approval) => ({ _id: id, state, askedAt });

export class MongoApprovalsRepository implements ApprovalsRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: ApprovalId, transaction: ClientSession): Promise<Approval | undefined> {
    const found = await this.approvals.findById(id).session(transaction).lean<ApprovalDocument>();
    return found ? toApproval(found) : undefined;
  }

  async list(now: Date, limit: number): Promise<Approval[]> {
    const found = await this.approvals
      .find({ endsAt: { $gt: now } })
      .sort({ endsAt: -1 })
      .limit(limit)
      .lean<ApprovalDocument[]>();
    return found.map(toApproval).sort((one, other) => other.askedAt.getTime() - one.askedAt.getTime());
  }

  async add({ id, action, ...rest }: Approval, transaction: ClientSession): Promise<void> {
    await this.approvals.create([{ _id: id, action: JSON.stringify(action), ...rest }], { session: transaction });
  }

  async decide(before: Approval, { state, decidedBy, endsAt }: Approval, transaction: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.approvals.updateOne(
      asRead(before),
      { $set: { state, decidedBy, endsAt } },
      { session: transaction },
    );
    return matchedCount === 1;
  }

  async remove(id: ApprovalId, transaction: ClientSession): Promise<void> {
    await this.approvals.deleteOne({ _id: id }, { session: transaction });
  }

  async rule(transaction: ClientSession): Promise<ApprovalRule | undefined> {
    const found = await this.rules.findById('current').session(transaction).lean<ApprovalRuleDocument>();
    return found ?? undefined;
  }

  async keepRule({ mode, dailyCents }: ApprovalRule, transaction: ClientSession): Promise<void> {
    await this.rules.updateOne({ _id: 'current' }, { $set: { mode, dailyCents } }, { upsert: true, session: transaction });
  }

  private get rules() {
    return approvalRulesCollection.on(this.connection);
  }

  private get approvals() {
    return approvalsCollection.on(this.connection);
  }
}
