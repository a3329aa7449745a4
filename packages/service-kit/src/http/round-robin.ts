import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { connections } from '../process/kept-connections.ts';
import { noAnswerIn, rootCodeOf } from './no-answer.ts';

/** Between two looks at where names lead to, while they are called, in milliseconds. */
export const LOOKUP_INTERVAL_MS = 5_000;

/** Addresses of a host name. */
export type HostLookup = (name: string) => Promise<readonly string[]>;

/** Addresses of version 4 where there are any, because one machine often has one of each. */
const lookupAll: HostLookup = async (name) => {
  const found = await lookup(name, { all: true, order: 'ipv4first' });
  return found.filter(({ family }) => family === found[0]?.family).map(({ address }) => address);
};

/** Where one copy of a service is connected to, and what it is called there: the name that its certificate has. */
interface Address {
  readonly origin: string;
  readonly host: string;
}

/** Replacements for tests. */
export interface RoundRobinOptions {
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  readonly lookup?: HostLookup;
}

/**
 * Sends what is for a service to its addresses in turn, and to the next one when there is no connection to one, so that nothing was sent. What is for others
 * goes on as it is. A name stands for all its addresses, as that of a headless Service of Kubernetes does.
 * @param urls the service's address, or those of its copies; requests for the first are meant
 */
export function roundRobin(urls: readonly string[], options: RoundRobinOptions = {}): Dispatcher.DispatcherComposeInterceptor {
  const service = new URL(urls[0]!).origin;
  const addresses = new Addresses(urls, options);
  return (dispatch) => (request, handler) => {
    if (String(request.origin) !== service) return dispatch(request, handler);
    const sendTo = ([address, ...others]: readonly Address[]): boolean => {
      const headers = { ...(request.headers as Record<string, string>), host: address!.host };
      const refused = () => {
        addresses.refused(address!);
        if (others.length > 0) sendTo(others);
        return others.length > 0;
      };
      return dispatch({ ...request, origin: address!.origin, headers }, new RefusedHandler(handler, refused));
    };
    const inTurn = addresses.inTurn();
    return inTurn.length > 1 ? sendTo(inTurn) : dispatch(request, handler);
  };
}

type Told<K extends keyof Dispatcher.DispatchHandler> = Parameters<NonNullable<Dispatcher.DispatchHandler[K]>>;

/** Hands on everything but a refused connection after which the request was sent elsewhere. */
class RefusedHandler implements Dispatcher.DispatchHandler {
  /** @param refused sends the request elsewhere, and says whether there is such a place */
  constructor(
    private readonly handler: Dispatcher.DispatchHandler,
    private readonly refused: () => boolean,
  ) {}

  onRequestStart(...told: Told<'onRequestStart'>): void {
    this.handler.onRequestStart?.(...told);
  }

  onResponseStart(...told: Told<'onResponseStart'>): void {
    this.handler.onResponseStart?.(...told);
  }

  onResponseData(...told: Told<'onResponseData'>): void {
    this.handler.onResponseData?.(...told);
  }

  onResponseEnd(...told: Told<'onResponseEnd'>): void {
    this.handler.onResponseEnd?.(...told);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    const isUnsent = noAnswerIn(error) === 'refused' || rootCodeOf(error) === 'UND_ERR_CONNECT_TIMEOUT';
    if (!isUnsent || !this.refused()) this.handler.onResponseError?.(controller, error);
  }
}

class Addresses {
  private known: readonly Address[];
  /** Addresses that refused a connection since the last look; they are tried last. */
  private readonly refusing = new Set<string>();
  private turn = 0;
  private lookAt = -Infinity;
  private readonly now: () => number;
  private readonly lookup: HostLookup;

  constructor(
    private readonly urls: readonly string[],
    { now = () => performance.now(), lookup: look = lookupAll }: RoundRobinOptions,
  ) {
    this.known = urls.map(addressOf);
    this.now = now;
    this.lookup = look;
  }

  refused({ origin }: Address): void {
    this.refusing.add(origin);
  }

  /** All addresses, in the order in which they are to be tried. */
  inTurn(): readonly Address[] {
    if (this.now() >= this.lookAt) void this.look();
    const from = (this.turn += 1) % this.known.length;
    const turned = [...this.known.slice(from), ...this.known.slice(0, from)];
    if (this.refusing.size === 0) return turned;
    const refuses = ({ origin }: Address) => this.refusing.has(origin);
    return [...turned.filter((address) => !refuses(address)), ...turned.filter(refuses)];
  }

  private async look(): Promise<void> {
    this.lookAt = this.now() + LOOKUP_INTERVAL_MS;
    this.refusing.clear();
    try {
      this.known = (await Promise.all(this.urls.map((url) => this.find(url)))).flat();
    } catch {
      // Who is known stays known while names cannot be looked up.
    }
  }

  private async find(url: string): Promise<Address[]> {
    const { protocol, host, hostname, port } = new URL(url);
    if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return [addressOf(url)];
    const found = await this.lookup(hostname);
    // A connection to a name is looked up when it is made, which is the latest there is.
    if (found.length < 2) return [addressOf(url)];
    return found.map((ip) => ({ origin: `${protocol}//${isIP(ip) === 6 ? `[${ip}]` : ip}${port ? `:${port}` : ''}`, host }));
  }
}

function addressOf(url: string): Address {
  const { origin, host } = new URL(url);
  return { origin, host };
}

const ways = new Map<string, Dispatcher>();

/** A process's connections to a neighbour, the same for all its calls. @param urls its address, or those of its copies */
export function connectionsTo(urls: readonly string[]): Dispatcher {
  const name = urls.join(',');
  const way = ways.get(name) ?? connections.compose(roundRobin(urls));
  ways.set(name, way);
  return way;
}
