import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { InternalClient } from '@concert/service-kit/http/internal-client';
import { Log } from '@concert/service-kit/process/log';
import { provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { HttpPeople } from './http-people.ts';
import { PEOPLE } from './people.ts';

@Module({
  providers: [
    provideBy(
      PEOPLE,
      [setting('AUTH_URL'), IdentitySigner, Log],
      (url, signer, log) => new HttpPeople(new InternalClient('svc-auth', url, signer), log),
    ),
  ],
  exports: [PEOPLE],
})
export class PeopleModule {}
