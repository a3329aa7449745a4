import type { Migration } from '@concert/service-kit/migrations';

/** Every migration of svc-auth's database, oldest first. It begins with its collections and indexes alone. */
export const authMigrations: readonly Migration[] = [];
