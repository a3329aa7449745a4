import type { Clock } from '@concert/service-kit/clock';
import type { Log } from '@concert/service-kit/log';
import type { AuditRepository } from '../audit-log/audit.repository.ts';
import type { HeadSigner } from './audit-head.ts';
import type { AuditHeadsRepository } from './audit-heads.repository.ts';
import type { AuditLogFault, CheckAuditLog } from './check-audit-log.ts';

const HOUR_MS = 3_600_000;

/** Signs the head of the audit log every hour, if the log is still what was signed before. */
export class SignAuditHead {
  /** What the last check found. */
  fault: AuditLogFault | undefined;
  /** Number of the newest head that this process has seen: one that is gone later was removed. */
  private seen = 0;

  constructor(
    private readonly audit: AuditRepository,
    private readonly heads: AuditHeadsRepository,
    private readonly signer: HeadSigner,
    private readonly checker: CheckAuditLog,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Signs a head when the last one is an hour old. Nothing is signed while the log is not what it was: that would cover it up. */
  async run(): Promise<void> {
    const last = await this.heads.last();
    const isRemoved = (last?.number ?? 0) < this.seen;
    if (!isRemoved && last && this.clock.now().getTime() - last.signedAt.getTime() < HOUR_MS) {
      this.seen = last.number;
      return;
    }
    const { entries, brokenAt, fault } = await this.checker.check();
    this.fault = fault ?? (isRemoved ? 'removed' : undefined);
    if (this.fault) {
      this.log.error('the audit log is not what was signed', { reason: this.fault, count: brokenAt ?? entries });
      return;
    }
    const head = this.signer.sign({
      number: (last?.number ?? 0) + 1,
      entries,
      hash: (await this.audit.hashesOf([entries])).get(entries) ?? '',
      signedAt: this.clock.now(),
      previous: last?.signature ?? '',
    });
    await this.heads.add(head);
    this.seen = head.number;
    // Where logs are kept elsewhere, this line is one more witness.
    this.log.info('the head of the audit log was signed', { auditHead: JSON.stringify(head) });
  }
}
