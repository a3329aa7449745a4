import { runMigrateCommand } from '@concert/service-kit/migrations';
import { readSettings, SettingsError } from '@concert/service-kit/settings';
import { paymentIndexes } from './app.module.ts';
import { paymentSettings } from './settings.ts';

try {
  const { MONGO_URL } = readSettings({ MONGO_URL: paymentSettings.MONGO_URL });
  await runMigrateCommand('svc-payment', MONGO_URL, [], paymentIndexes);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
