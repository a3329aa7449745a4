import { MONGO, type Connection } from '@concert/service-kit/mongo';
import { Module } from '@nestjs/common';
import { AuditFactsHandler } from './audit-facts.handler.ts';
import { AuditLog } from './audit-log.ts';
import { AUDIT, type AuditRepository } from './audit.repository.ts';
import { MongoAuditRepository } from './mongo-audit.repository.ts';

@Module({
  controllers: [AuditFactsHandler],
  providers: [
    { provide: AUDIT, inject: [MONGO], useFactory: (connection: Connection) => new MongoAuditRepository(connection) },
    { provide: AuditLog, inject: [AUDIT], useFactory: (audit: AuditRepository) => new AuditLog(audit) },
  ],
  exports: [AuditLog, AUDIT],
})
export class AuditModule {}
