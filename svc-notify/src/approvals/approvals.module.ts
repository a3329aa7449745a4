import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { provideBy } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { APPROVALS } from './approvals.ts';
import { HttpApprovals } from './http-approvals.ts';

@Module({
  providers: [
    provideBy(
      APPROVALS,
      [setting('AUTH_URL'), IdentitySigner],
      (url, signer) => new HttpApprovals(new InternalClient('svc-auth', url, signer)),
    ),
  ],
  exports: [APPROVALS],
})
export class ApprovalsModule {}
