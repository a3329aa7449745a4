import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process';
import { databaseSettings, readSettings } from '@concert/service-kit/settings';
import { notifyIndexes } from '../indexes.ts';
import { notifyMigrations } from '../migrations/migrations.ts';

try {
  await runMigrateCommand('svc-notify', readSettings(databaseSettings), notifyMigrations, notifyIndexes);
} catch (error) {
  failToStart(error);
}
