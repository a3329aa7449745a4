import { APPROVED_BY, isApprovedAction, type ApprovedAction, type BigAction } from '@concert/contracts/auth/approvals';
import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { AuditedAct } from '@concert/contracts/core/audit-entry';
import type { UserId } from '@concert/contracts/core/ids';
import { roleIncludes } from '@concert/contracts/core/roles';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import { formatMoney } from '@concert/contracts/core/money';
import type { RequestMail } from '../links/request-mail.ts';
import { effectiveRole, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import { dailySumOf, isIdempotentAction, approvalNeedOf, type ApprovalRule } from './approval-rule.ts';
import { approvalIdOf, auditedApproval, newApproval, usedApproval, type Approval } from './approval.ts';
import type { MongoApprovals } from './mongo-approvals.ts';

const DAY_MS = 86_400_000;
/** Big actions of one person in a day: each is told to everybody by mail. */
const MAX_ASKED_A_DAY = 20;

/** Keeps a big action from being done by one person alone, or unseen, and tells everybody when an installation goes by another rule for them than before. */
export class RequireApproval {
  /** Once for a process: while an old and a new one run side by side, they do not contradict each other. */
  private noted = false;

  constructor(
    private readonly approvals: MongoApprovals,
    private readonly rule: ApprovalRule,
    private readonly users: MongoUsers,
    private readonly requestMail: RequestMail,
    private readonly counts: WindowCounts,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly adminEmailKey: string | undefined,
  ) {}

  /**
   * Lets an action through that is not big, that was approved (the approval is used up), or of which every organiser is told by mail now.
   * Money and roles are noted as asked for, and the same call succeeds once somebody else approved. What was let through a moment ago is
   * asked for by nobody anew and told to nobody twice: it was pressed several times at once, perhaps by several people. What others asked for
   * and is done by this ends.
   * @throws DomainError `request.approval_needed`, `request.approval_refused`
   */
  async require(askedBy: UserId, action: BigAction): Promise<void> {
    const open = await this.use(askedBy, action).catch((error: unknown) => {
      // Somebody pressed twice at one moment: the other request noted it, or used it up.
      if (isDuplicateKey(error)) return this.use(askedBy, action);
      throw error;
    });
    if (!open) return;
    if (open.state === 'refused') throw new DomainError('request.approval_refused', { detail: stoppedUntil(open, this.clock.now()) });
    throw new DomainError('request.approval_needed', { detail: open.state === 'used' ? DONE_NOW : waitsFor(open) });
  }

  /** @returns what is still waited for; undefined when the action may be done */
  private async use(askedBy: UserId, action: BigAction): Promise<Approval | undefined> {
    const id = approvalIdOf(askedBy, action);
    return this.transactions.run(async (transaction) => {
      const now = this.clock.now();
      const known = await this.approvals.byId(id, transaction);
      if (known && known.endsAt > now) {
        if (known.state === 'used' && isIdempotentAction(action)) return undefined;
        if (known.state !== 'approved') return known;
        await this.meet(known, transaction);
        if (!(await this.approvals.decide(known, usedApproval(known, now), transaction))) throw new DomainError('request.approval_needed');
        await this.approvals.endOthers(known, transaction);
        await this.record(known, 'approval.used', transaction);
        return undefined;
      }
      if (known) await this.approvals.remove(id, transaction);
      const asked = newApproval(id, action, askedBy, now);
      await this.meet(asked, transaction);
      const need = approvalNeedOf(this.rule, action, await this.today(askedBy, action, transaction));
      if (need === 'nothing') {
        // Noted, so that what is pressed several times at once counts once.
        if (isIdempotentAction(action)) await this.approvals.add(usedApproval(asked, now), transaction);
        await this.approvals.endOthers(asked, transaction);
        return undefined;
      }
      if (need === 'approval' && (await this.approvals.isDone(asked, now, transaction))) return usedApproval(asked, now);
      const { count } = await this.counts.add(`approvals ${askedBy}`, DAY_MS, transaction);
      if (count > MAX_ASKED_A_DAY) throw new DomainError('request.approval_refused', { detail: TOO_MANY });
      const organisers = await this.users.organisers(this.adminEmailKey, transaction);
      const waits = isApprovedAction(action) && need === 'approval' && this.hasSecond(organisers, askedBy, action);
      await this.approvals.add(waits ? asked : usedApproval(asked, now), transaction);
      if (!waits) await this.approvals.endOthers(asked, transaction);
      await this.record(asked, waits ? 'approval.asked' : 'approval.told', transaction);
      const told = waits ? {} : { act: await this.inWords(askedBy, action) };
      for (const user of organisers) await this.requestMail.request(waits ? 'approval-asked' : 'big-action', user, transaction, told);
      return waits ? asked : undefined;
    });
  }

  /** Those who want the same at one moment go one after the other: else one of them would not see that the other did it. */
  private async meet({ action, act }: Approval, transaction: ClientSession): Promise<void> {
    if (isApprovedAction(action)) await this.counts.add(`act ${act}`, DAY_MS, transaction);
  }

  /** Whether anybody else may approve. Where nobody may, as in a team of one, everybody is told instead. */
  private hasSecond(organisers: readonly User[], askedBy: UserId, { kind }: ApprovedAction): boolean {
    return organisers.some((user) => user.id !== askedBy && roleIncludes(effectiveRole(user, this.adminEmailKey), APPROVED_BY[kind]));
  }

  private async inWords(askedBy: UserId, action: BigAction): Promise<string> {
    const [who] = await this.users.byIds([askedBy]);
    return `${who?.name || who?.email || askedBy} ${actionInWords(action)}`;
  }

  /** Counts single refunds and messages, so that neither a big sum nor many people are reached in small pieces. @returns the sum of the day */
  private async today(askedBy: UserId, action: BigAction, transaction: ClientSession): Promise<number> {
    const sum = dailySumOf(action);
    return sum ? (await this.counts.add(`${sum.of} ${askedBy}`, DAY_MS, transaction, sum.adds)).count : 0;
  }

  private async record(approval: Approval, act: AuditedAct, transaction: ClientSession): Promise<void> {
    const { id, askedBy } = approval;
    await this.outbox.recordAct(transaction, authActRecordedV1, id, this.clock.now().getTime(), askedBy, auditedApproval(approval, act));
  }

  /** Tells the audit log and every organiser when the rule is another one than before. */
  async noteRule(): Promise<void> {
    if (this.noted) return;
    await this.transactions.run(async (transaction) => {
      const before = await this.approvals.rule(transaction);
      if (before && ruleInWords(before) === ruleInWords(this.rule)) return;
      await this.approvals.keepRule(this.rule, transaction);
      // The very first start changes nothing.
      if (!before) return;
      await this.outbox.recordAct(transaction, authActRecordedV1, 'approval-rule', this.clock.now().getTime(), 'operator', {
        act: 'approval-rule.changed',
        subject: { kind: 'approval-rule', id: 'current' },
        detail: { from: ruleInWords(before), to: ruleInWords(this.rule) },
      });
      for (const user of await this.users.organisers(this.adminEmailKey, transaction))
        await this.requestMail.request('approval-rule-changed', user, transaction);
    });
    this.noted = true;
  }
}

const DONE_NOW = 'This was approved, and is done at this moment or was just done. Please look before you ask for it again.';
const TOO_MANY = `You have asked for ${MAX_ASKED_A_DAY} such things today. Please ask for more tomorrow.`;

function stoppedUntil({ endsAt }: Approval, now: Date): string {
  const minutes = Math.ceil((endsAt.getTime() - now.getTime()) / 60_000);
  return `Another organiser has rejected this. You can ask for it again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}; someone else can at once.`;
}

function waitsFor({ action, endsAt }: Approval): string {
  const otherwise =
    action.kind === 'lost-passkeys' ? ' Where nobody else can sign in, whoever runs the site removes them at the server.' : '';
  return `Another organiser has to approve this first, until ${momentInWords(endsAt, 'UTC')}. It waits under Approvals; once it is approved, do the same again.${otherwise}`;
}

function ruleInWords({ mode, dailyCents }: ApprovalRule): string {
  return `${mode}, refunds above ${dailyCents} cents a day`;
}

/** What somebody did, after their name, for those who are told. */
function actionInWords(action: BigAction): string {
  switch (action.kind) {
    case 'cancellation':
      return `cancelled the concert. Reason: ${action.reason}`;
    case 'stop-undone':
      return 'undid the cancellation: the concert takes place after all';
    case 'postponement':
      return `moved the concert: ${action.date}. Reason: ${action.reason}`;
    case 'settings':
      return `changed what buyers pay or where they reach you: ${action.changes}`;
    case 'message-run':
      return `sent a message to ${action.people === 1 ? 'one more person' : `${action.people} people`}: ${action.subject}`;
    case 'timed-message':
      return `changed the text of a scheduled email: ${action.subject}`;
    case 'refund':
      return `refunded ${formatMoney(action.amountMinor)} of booking ${action.bookingId}`;
    case 'refund-run':
      return `started to refund ${action.payments} payments, ${formatMoney(action.amountMinor)} in all`;
    case 'lost-passkeys':
      return `removed ${action.passkeys === 1 ? 'the passkey' : `${action.passkeys} passkeys`} of someone who lost them`;
    case 'role':
      return `changed a role from ${action.from} to ${action.to}`;
  }
}
