import type { Migration } from '@concert/service-kit/migrations';

/** Every step of svc-auth's database, oldest first. None yet: nothing is released. */
export const authMigrations: readonly Migration[] = [];
