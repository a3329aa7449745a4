import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process/process';
import { readMigrationSettings } from '@concert/service-kit/process/settings';
import { authCollections, authIndexes } from '../indexes.ts';
import { authMigrations } from '../migrations/migrations.ts';

try {
  await runMigrateCommand('svc-auth', readMigrationSettings(), {
    migrations: authMigrations,
    collections: authCollections,
    indexes: authIndexes,
  });
} catch (error) {
  failToStart(error);
}
