import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { Log } from '@concert/service-kit/log';
import { MONGO } from '@concert/service-kit/mongo';
import { provide, provideAs, provideBy } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AuditFactsHandler } from '../audit-log/audit-facts.handler.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import { setting } from '../settings.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditController } from './audit.controller.ts';
import { AUDIT } from '../audit-log/audit.repository.ts';
import { HttpPeople } from '../people/http-people.ts';
import { MongoAuditRepository } from '../audit-log/mongo-audit.repository.ts';
import { PEOPLE } from '../people/people.ts';
import { ShowActs } from './show-acts.ts';

@Module({
  controllers: [AuditController, AuditFactsHandler],
  providers: [
    provideAs(AUDIT, MongoAuditRepository, MONGO),
    provide(AuditLog, AUDIT),
    provideBy(
      PEOPLE,
      [setting('AUTH_URL'), IdentitySigner, Log],
      (url, signer, log) => new HttpPeople(new InternalClient('svc-auth', url, signer), log),
    ),
    provideAs(CONCERT, MongoConcertRepository, MONGO),
    provide(ShowActs, AUDIT, CONCERT, PEOPLE),
  ],
  exports: [AuditLog, AUDIT, PEOPLE],
})
export class AuditModule {}
