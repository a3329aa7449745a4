import { endInOrder, failToStart } from '@concert/service-kit/process';
import { readSettings } from '@concert/service-kit/settings';
import { startGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

/** How long browsers and proxies have to notice that a stopping process closes its connections. */
const LET_GO_MS = 1_000;

try {
  const settings = readSettings(gatewaySettings);
  const gateway = await startGateway(settings);
  endInOrder({ log: gateway.log, stop: () => gateway.stop(LET_GO_MS), seconds: settings.SHUTDOWN_SECONDS });
} catch (error) {
  failToStart(error);
}
