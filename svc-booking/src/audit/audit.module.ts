import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { MONGO, type Connection } from '@concert/service-kit/mongo';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { AuditFactsHandler } from './audit-facts.handler.ts';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import type { BookingSettings } from '../settings.ts';
import { AuditLog } from './audit-log.ts';
import { AuditController } from './audit.controller.ts';
import { AUDIT, type AuditRepository } from './audit.repository.ts';
import { HttpPeople } from './http-people.ts';
import { MongoAuditRepository } from './mongo-audit.repository.ts';
import { PEOPLE, type People } from './people.ts';
import { ShowActs } from './show-acts.ts';

@Module({
  controllers: [AuditController, AuditFactsHandler],
  providers: [
    { provide: AUDIT, inject: [MONGO], useFactory: (connection: Connection) => new MongoAuditRepository(connection) },
    { provide: AuditLog, inject: [AUDIT], useFactory: (audit: AuditRepository) => new AuditLog(audit) },
    {
      provide: PEOPLE,
      inject: [SETTINGS, IdentitySigner, Log],
      useFactory: (settings: BookingSettings, signer: IdentitySigner, log: Log) =>
        new HttpPeople(new InternalClient('svc-auth', settings.AUTH_URL, signer), log),
    },
    {
      provide: ShowActs,
      inject: [AUDIT, MONGO, PEOPLE],
      useFactory: (audit: AuditRepository, connection: Connection, people: People) =>
        new ShowActs(audit, new MongoConcertRepository(connection), people),
    },
  ],
  exports: [AuditLog, AUDIT, PEOPLE],
})
export class AuditModule {}
