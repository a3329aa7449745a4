import { failToStart, stopOnSignals } from '@concert/service-kit/process';
import { readSettings } from '@concert/service-kit/settings';
import { startGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

/** How long browsers and proxies may take to learn that connections to a stopping process end. */
const LET_GO_MS = 1_000;

try {
  const settings = readSettings(gatewaySettings);
  const gateway = await startGateway(settings);
  stopOnSignals(() => gateway.stop(LET_GO_MS), settings.SHUTDOWN_SECONDS);
} catch (error) {
  failToStart(error);
}
