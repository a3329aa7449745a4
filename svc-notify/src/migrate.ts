import { runMigrateCommand } from '@concert/service-kit/migrations';
import { readSettings, SettingsError } from '@concert/service-kit/settings';
import { mailIndexes } from './mails/mongo-mails.repository.ts';
import { notifySettings } from './settings.ts';

try {
  const { MONGO_URL } = readSettings({ MONGO_URL: notifySettings.MONGO_URL });
  await runMigrateCommand('svc-notify', MONGO_URL, [], mailIndexes);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
