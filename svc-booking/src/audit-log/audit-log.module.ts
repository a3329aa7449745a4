import { MONGO } from '@concert/service-kit/store/mongo';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { AuditFactsHandler } from './audit-facts.handler.ts';
import { AuditLog } from './audit-log.ts';
import { MongoAudit } from './mongo-audit.ts';

/** Writes the audit log. The feature that reads it, `audit/`, builds on this one. */
@Module({
  controllers: [AuditFactsHandler],
  providers: [
    provideBy(MongoAudit, [MONGO, setting('TICKET_SIGNING_KEYS')], (connection, [key]) => new MongoAudit(connection, key)),
    provide(AuditLog, MongoAudit),
  ],
  exports: [AuditLog, MongoAudit],
})
export class AuditLogModule {}
