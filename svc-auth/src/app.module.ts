import { authProblems } from '@concert/contracts/auth/problems';
import type { ServiceDefinition } from '@concert/service-kit/service';
import { SessionsModule } from './sessions/sessions.module.ts';
import { authIndexes } from './indexes.ts';
import type { AuthSettings } from './settings.ts';

/** svc-auth as the kit starts it. */
export function authService(settings: AuthSettings): ServiceDefinition<AuthSettings> {
  return { name: 'svc-auth', settings, problems: authProblems, modules: [SessionsModule], indexes: authIndexes };
}
