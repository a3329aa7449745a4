import { failToStart, stopOnSignals } from '@concert/service-kit/process';
import { readSettings } from '@concert/service-kit/settings';
import { startGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

try {
  const settings = readSettings(gatewaySettings);
  const gateway = await startGateway(settings);
  stopOnSignals(gateway.stop, settings.SHUTDOWN_SECONDS);
} catch (error) {
  failToStart(error);
}
