import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process';
import { databaseSettings, readSettings } from '@concert/service-kit/settings';
import { paymentIndexes } from '../indexes.ts';
import { paymentMigrations } from '../migrations/migrations.ts';

try {
  await runMigrateCommand('svc-payment', readSettings(databaseSettings), paymentMigrations, paymentIndexes);
} catch (error) {
  failToStart(error);
}
