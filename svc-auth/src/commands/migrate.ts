import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process';
import { databaseSettings, readSettings } from '@concert/service-kit/settings';
import { authIndexes } from '../indexes.ts';
import { authMigrations } from '../migrations/migrations.ts';

try {
  await runMigrateCommand('svc-auth', readSettings(databaseSettings), authMigrations, authIndexes);
} catch (error) {
  failToStart(error);
}
