import { authActRecordedV1 } from '@concert/contracts/auth/events';
import { newAuditEntry } from '@concert/service-kit/identity/audit-entries';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { RequestMail } from '../links/request-mail.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { ApprovalRule } from './approval-rule.ts';
import type { MongoApprovals } from './mongo-approvals.ts';

/** Tells the audit log and every organiser when an installation goes by another rule for big actions than before. */
export class AnnounceRuleChange {
  /** Once for a process: while an old and a new one run side by side, they do not contradict each other. */
  private noted = false;

  constructor(
    private readonly approvals: MongoApprovals,
    private readonly rule: ApprovalRule,
    private readonly users: MongoUsers,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly adminEmailKey: string | undefined,
  ) {}

  async note(): Promise<void> {
    if (this.noted) return;
    await this.transactions.run(async (transaction) => {
      const before = await this.approvals.rule(transaction);
      const now = this.clock.now();
      if (before && inWords(before) === inWords(this.rule)) return;
      await this.approvals.keepRule(this.rule, transaction);
      // The very first start changes nothing.
      if (!before) return;
      const entry = newAuditEntry('operator', now, {
        act: 'approval-rule.changed',
        subject: { kind: 'approval-rule', id: 'current' },
        detail: { from: inWords(before), to: inWords(this.rule) },
      });
      await this.outbox.record(transaction, [this.outbox.fact(authActRecordedV1, 'approval-rule', now.getTime(), entry)]);
      for (const user of await this.users.organisers(this.adminEmailKey, transaction))
        await this.requestMail.request('approval-rule-changed', user, transaction);
    });
    this.noted = true;
  }
}

function inWords({ mode, dailyCents }: ApprovalRule): string {
  return `${mode}, refunds above ${dailyCents} cents a day`;
}
