import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AuditFactsHandler } from '../audit-log/audit-facts.handler.ts';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { HttpPeople } from '../people/http-people.ts';
import { AuditController } from './audit.controller.ts';
import { ShowAuditLog } from './show-audit-log.ts';

@Module({
  controllers: [AuditController, AuditFactsHandler],
  providers: [provide(ShowAuditLog, MongoAudit, MongoConcert, HttpPeople)],
})
export class AuditModule {}
