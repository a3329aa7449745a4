import { MONGO } from '@concert/service-kit/mongo';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AuditFactsHandler } from './audit-facts.handler.ts';
import { AuditLog } from './audit-log.ts';
import { AUDIT } from './audit.repository.ts';
import { MongoAuditRepository } from './mongo-audit.repository.ts';

/** Writes acts down; who reads them is above. */
@Module({
  controllers: [AuditFactsHandler],
  providers: [provideAs(AUDIT, MongoAuditRepository, MONGO), provide(AuditLog, AUDIT)],
  exports: [AuditLog, AUDIT],
})
export class AuditLogModule {}
