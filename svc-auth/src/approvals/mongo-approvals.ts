import { bigActionSchema } from '@concert/contracts/auth/approvals';
import type { ApprovalId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { ApprovalRule } from './approval-rule.ts';
import { approvalRulesCollection, approvalsCollection, type ApprovalDocument } from './approval.schema.ts';
import type { Approval } from './approval.ts';

const toApproval = ({ _id, action, ...rest }: ApprovalDocument): Approval => ({
  id: _id,
  action: bigActionSchema.parse(JSON.parse(action)),
  ...rest,
});
const asRead = ({ id, state, askedAt }: Approval) => ({ _id: id, state, askedAt });

/** Big actions that were asked for and are not done. */
export class MongoApprovals {
  constructor(private readonly connection: Connection) {}

  async byId(id: ApprovalId, transaction: ClientSession): Promise<Approval | undefined> {
    const found = await approvalsCollection.readOne(this.connection, { _id: id }, { session: transaction });
    return found ? toApproval(found) : undefined;
  }

  /** Those that count at this moment, newest first. */
  async list(now: Date, limit: number): Promise<Approval[]> {
    const found = await approvalsCollection.read(this.connection, { endsAt: { $gt: now } }, { sort: { endsAt: -1 }, limit });
    return found.map(toApproval).sort((one, other) => other.askedAt.getTime() - one.askedAt.getTime());
  }

  /** @throws the driver's duplicate key error when somebody stored it first */
  async add({ id, action, ...rest }: Approval, transaction: ClientSession): Promise<void> {
    await this.approvals.create([{ _id: id, action: JSON.stringify(action), ...rest }], { session: transaction });
  }

  /** Stores a decision. @returns false when it is no longer what was read */
  async decide(before: Approval, { state, decidedBy, endsAt }: Approval, transaction: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.approvals.updateOne(
      asRead(before),
      { $set: { state, decidedBy, endsAt } },
      { session: transaction },
    );
    return matchedCount === 1;
  }

  /** Whether somebody else did the same a moment ago. */
  async isDone({ id, act }: Approval, now: Date, transaction: ClientSession): Promise<boolean> {
    const done = await approvalsCollection.readOne(
      this.connection,
      { act, _id: { $ne: id }, state: 'used', endsAt: { $gt: now } },
      { session: transaction },
    );
    return done !== undefined;
  }

  /** Ends what others asked for and one person does now. */
  async endOthers({ id, act }: Approval, transaction: ClientSession): Promise<void> {
    await this.approvals.deleteMany({ act, _id: { $ne: id }, state: { $in: ['waiting', 'approved'] } }, { session: transaction });
  }

  /** Deletes one that is over. */
  async remove(id: ApprovalId, transaction: ClientSession): Promise<void> {
    await this.approvals.deleteOne({ _id: id }, { session: transaction });
  }

  /** The rule that the installation went by when it was last looked at. */
  async rule(transaction: ClientSession): Promise<ApprovalRule | undefined> {
    const found = await approvalRulesCollection.readOne(this.connection, { _id: 'current' }, { session: transaction });
    return found ?? undefined;
  }

  async keepRule({ mode, dailyCents }: ApprovalRule, transaction: ClientSession): Promise<void> {
    await approvalRulesCollection
      .on(this.connection)
      .updateOne({ _id: 'current' }, { $set: { mode, dailyCents } }, { upsert: true, session: transaction });
  }

  private get approvals() {
    return approvalsCollection.on(this.connection);
  }
}
