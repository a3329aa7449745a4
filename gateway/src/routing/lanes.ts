import { keepConnections } from '@concert/service-kit/kept-connections';
import { Dispatcher, type Agent } from 'undici';

/** A kind of calls to services. */
export type CallKind = 'people' | 'newcomers' | 'signed';

/**
 * Connections to the services in lanes, so that people do not wait behind a provider that sends everything it missed at once, nor a
 * provider's messages behind a rush, nor those who finish a purchase behind those who begin one.
 */
export class Lanes extends Dispatcher {
  private readonly agents: Readonly<Record<CallKind, Agent>> = {
    people: keepConnections(),
    newcomers: keepConnections(),
    signed: keepConnections(),
  };

  constructor(private readonly laneOf: (request: { readonly path: string }) => CallKind) {
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
