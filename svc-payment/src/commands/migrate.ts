import { runMigrateCommand } from '@concert/service-kit/migrations';
import { failToStart } from '@concert/service-kit/process';
import { readSettings } from '@concert/service-kit/settings';
import { paymentIndexes } from '../indexes.ts';
import { paymentMigrations } from '../migrations/migrations.ts';
import { paymentSettings } from '../settings.ts';

try {
  const { MONGO_URL } = readSettings({ MONGO_URL: paymentSettings.MONGO_URL });
  await runMigrateCommand('svc-payment', MONGO_URL, paymentMigrations, paymentIndexes);
} catch (error) {
  failToStart(error);
}
