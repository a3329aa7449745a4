import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process/process';
import { readMigrationSettings } from '@concert/service-kit/process/settings';
import { notifyCollections, notifyIndexes } from '../indexes.ts';
import { notifyMigrations } from '../migrations/migrations.ts';

try {
  await runMigrateCommand('svc-notify', readMigrationSettings(), {
    migrations: notifyMigrations,
    collections: notifyCollections,
    indexes: notifyIndexes,
  });
} catch (error) {
  failToStart(error);
}
