import { MONGO } from '@concert/service-kit/store/mongo';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { AuditFactsHandler } from './audit-facts.handler.ts';
import { AuditLog } from './audit-log.ts';
import { AUDIT } from './audit.repository.ts';
import { MongoAuditRepository } from './mongo-audit.repository.ts';

/** Writes the audit log. The feature that reads it, `audit/`, builds on this one. */
@Module({
  controllers: [AuditFactsHandler],
  providers: [
    provideBy(AUDIT, [MONGO, setting('TICKET_SIGNING_KEYS')], (connection, [key]) => new MongoAuditRepository(connection, key)),
    provide(AuditLog, AUDIT),
  ],
  exports: [AuditLog, AUDIT],
})
export class AuditLogModule {}
