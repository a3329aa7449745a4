import { runProcess } from '@concert/service-kit/process/process';
import { readSettings } from '@concert/service-kit/process/settings';
import { startGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

await runProcess({
  names: Object.keys(gatewaySettings),
  read: () => readSettings(gatewaySettings),
  start: startGateway,
  settingsOf: (settings) => settings,
});
