import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process';
import { readSettings } from '@concert/service-kit/settings';
import { notifyIndexes } from '../indexes.ts';
import { notifyMigrations } from '../migrations/migrations.ts';
import { notifySettings } from '../settings.ts';

try {
  const { MONGO_URL } = readSettings({ MONGO_URL: notifySettings.MONGO_URL });
  await runMigrateCommand('svc-notify', MONGO_URL, notifyMigrations, notifyIndexes);
} catch (error) {
  failToStart(error);
}
