import { authProblems } from '@concert/contracts/auth/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { AccountsModule } from './accounts/accounts.module.ts';
import { ApprovalsModule } from './approvals/approvals.module.ts';
import { ErasuresModule } from './erasures/erasures.module.ts';
import { GoogleModule } from './google/google.module.ts';
import { DoorAccessModule } from './door-access/door-access.module.ts';
import { authIndexes } from './indexes.ts';
import { AdminActsModule } from './admin-acts/admin-acts.module.ts';
import { OwnPasskeysModule } from './own-passkeys/own-passkeys.module.ts';
import { ReadinessModule } from './readiness/readiness.module.ts';
import type { AuthSettings } from './settings.ts';
import { UsedLinksModule } from './used-links/used-links.module.ts';

/** svc-auth as the kit starts it. */
export function authService(settings: AuthSettings): ServiceDefinition<AuthSettings> {
  return {
    name: 'svc-auth',
    settings,
    problems: authProblems,
    modules: [
      AccountsModule,
      UsedLinksModule,
      GoogleModule,
      ApprovalsModule,
      OwnPasskeysModule,
      DoorAccessModule,
      AdminActsModule,
      ErasuresModule,
      ReadinessModule,
    ],
    indexes: authIndexes,
  };
}
