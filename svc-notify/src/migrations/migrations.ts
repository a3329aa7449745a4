import type { Migration } from '@concert/service-kit/migrations';

/** Every migration of svc-notify's database, oldest first. It begins with its collections and indexes alone. */
export const notifyMigrations: readonly Migration[] = [];
