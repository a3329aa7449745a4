import { CLOCK } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { Metrics } from '@concert/service-kit/metrics';
import { MONGO } from '@concert/service-kit/mongo';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Schedules } from '@concert/service-kit/schedules';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { AUDIT } from '../audit-log/audit.repository.ts';
import { setting } from '../settings.ts';
import { HEAD_SIGNER } from './audit-head.ts';
import { AUDIT_HEADS } from './audit-heads.repository.ts';
import { CheckAuditLog } from './check-audit-log.ts';
import { Ed25519HeadSigner } from './ed25519-head-signer.ts';
import { MongoAuditHeadsRepository } from './mongo-audit-heads.repository.ts';
import { SignAuditHead } from './sign-audit-head.ts';

/** More often than a head is due, so that the alert about tasks that do not run counts this one too. */
const LOOK_EVERY_MS = 600_000;

/** Signs the head of the audit log, and checks the log against what was signed. */
@Module({
  imports: [AuditLogModule],
  providers: [
    provideAs(AUDIT_HEADS, MongoAuditHeadsRepository, MONGO),
    provideAs(HEAD_SIGNER, Ed25519HeadSigner, setting('AUDIT_SIGNING_KEYS')),
    provide(CheckAuditLog, AUDIT, AUDIT_HEADS, HEAD_SIGNER),
    provide(SignAuditHead, AUDIT, AUDIT_HEADS, HEAD_SIGNER, CheckAuditLog, CLOCK, Log),
  ],
  exports: [CheckAuditLog],
})
export class AuditHeadsModule implements OnModuleInit {
  constructor(
    @Inject(Schedules) private readonly schedules: Schedules,
    @Inject(SignAuditHead) private readonly signHead: SignAuditHead,
    @Inject(Metrics) metrics: Metrics,
  ) {
    metrics.watch('audit_log_broken', 'Whether the audit log was not what was signed when it was last checked', [], () =>
      Promise.resolve([[{}, signHead.fault ? 1 : 0]]),
    );
  }

  onModuleInit(): void {
    this.schedules.every('sign-audit-head', LOOK_EVERY_MS, () => this.signHead.run());
  }
}
