import { runProcess } from '@concert/service-kit/process';
import { readSettings } from '@concert/service-kit/settings';
import { startGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

await runProcess({
  names: Object.keys(gatewaySettings),
  read: () => readSettings(gatewaySettings),
  start: startGateway,
  settingsOf: (settings) => settings,
});
