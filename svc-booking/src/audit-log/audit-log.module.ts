import { MONGO } from '@concert/service-kit/mongo';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AuditFactsHandler } from './audit-facts.handler.ts';
import { AuditLog } from './audit-log.ts';
import { AUDIT } from './audit.repository.ts';
import { MongoAuditRepository } from './mongo-audit.repository.ts';

/** Writes the audit log. The feature that reads it, `audit/`, builds on this one. */
@Module({
  controllers: [AuditFactsHandler],
  providers: [provideAs(AUDIT, MongoAuditRepository, MONGO), provide(AuditLog, AUDIT)],
  exports: [AuditLog, AUDIT],
})
export class AuditLogModule {}
