import { runMigrateCommand } from '@concert/service-kit/migrations';
import { readSettings, SettingsError } from '@concert/service-kit/settings';
import { authIndexes } from './indexes.ts';
import { authSettings } from './settings.ts';

try {
  const { MONGO_URL } = readSettings({ MONGO_URL: authSettings.MONGO_URL });
  await runMigrateCommand('svc-auth', MONGO_URL, [], authIndexes);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
