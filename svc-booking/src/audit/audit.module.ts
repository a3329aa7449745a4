import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { PeopleModule } from '../people/people.module.ts';
import { HttpPeople } from '../people/http-people.ts';
import { AuditController } from './audit.controller.ts';
import { ShowAuditLog } from './show-audit-log.ts';

@Module({
  imports: [AuditLogModule, ConcertModule, PeopleModule],
  controllers: [AuditController],
  providers: [provide(ShowAuditLog, MongoAudit, MongoConcert, HttpPeople)],
})
export class AuditModule {}
