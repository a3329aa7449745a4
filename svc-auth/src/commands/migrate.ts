import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process';
import { readSettings } from '@concert/service-kit/settings';
import { authIndexes } from '../indexes.ts';
import { authMigrations } from '../migrations/migrations.ts';
import { authSettings } from '../settings.ts';

try {
  const { MONGO_URL } = readSettings({ MONGO_URL: authSettings.MONGO_URL });
  await runMigrateCommand('svc-auth', MONGO_URL, authMigrations, authIndexes);
} catch (error) {
  failToStart(error);
}
