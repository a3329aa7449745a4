import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process/process';
import { readMigrationSettings } from '@concert/service-kit/process/settings';
import { paymentCollections, paymentIndexes } from '../indexes.ts';
import { paymentMigrations } from '../migrations/migrations.ts';

try {
  await runMigrateCommand('svc-payment', readMigrationSettings(), {
    migrations: paymentMigrations,
    collections: paymentCollections,
    indexes: paymentIndexes,
  });
} catch (error) {
  failToStart(error);
}
