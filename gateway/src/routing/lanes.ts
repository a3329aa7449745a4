import { keepConnections } from '@concert/service-kit/kept-connections';
import { Dispatcher, type Agent } from 'undici';

type Lane = 'people' | 'signed';

/**
 * Connections to the services in two lanes, so that people do not wait behind a provider that sends everything it missed at once, nor a
 * provider's messages behind a rush.
 */
export class Lanes extends Dispatcher {
  private readonly agents: Readonly<Record<Lane, Agent>> = { people: keepConnections(), signed: keepConnections() };

  constructor(private readonly laneOf: (request: { readonly path: string }) => Lane) {
    super();
  }

  override dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.agents[this.laneOf(request)].dispatch(request, handler);
  }

  override async close(): Promise<void> {
    await Promise.all(Object.values(this.agents).map((agent) => agent.close()));
  }

  override async destroy(): Promise<void> {
    await Promise.all(Object.values(this.agents).map((agent) => agent.destroy()));
  }
}
