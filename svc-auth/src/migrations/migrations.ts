import type { Migration } from '@concert/service-kit/store/migrations';
import { sessionsWithTheirUse } from './0001-sessions-with-their-use.ts';

/** Every migration of svc-auth's database, oldest first. */
export const authMigrations: readonly Migration[] = [sessionsWithTheirUse];
