import { lookup } from 'node:dns/promises';
import { LOOKUP_INTERVAL_MS, type HostLookup } from '@concert/service-kit/http/round-robin';

/** In `TRUSTED_PROXIES`, the one proxy in front by its name, as containers know each other. */
export const PROXY_NAME = /^name:([a-z0-9][a-z0-9.-]*)$/;

/** Replacements for tests. */
interface TrustOptions {
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  readonly lookup?: HostLookup;
}

const lookupAll: HostLookup = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** Whom the server believes a visitor's address: nobody, some networks, or the one proxy that has a name. */
export function trustedProxies(given: readonly string[], options: TrustOptions = {}): false | string[] | ((sender: string) => boolean) {
  const [, name] = PROXY_NAME.exec(given[0] ?? '') ?? [];
  if (name !== undefined) return trustNamed(name, options);
  return given.length > 0 ? [...given] : false;
}

/**
 * Trusts the addresses that a name has: a container gets another one each time it is made. They are looked up again while senders are asked
 * about; a sender with a new address is trusted from the next request on.
 */
function trustNamed(name: string, { now = () => performance.now(), lookup: find = lookupAll }: TrustOptions): (sender: string) => boolean {
  let known: ReadonlySet<string> = new Set();
  let lookAt = -Infinity;
  const look = () => {
    lookAt = now() + LOOKUP_INTERVAL_MS;
    void find(name).then(
      (addresses) => (known = new Set(addresses)),
      // Who is known stays known while the name cannot be looked up.
      () => undefined,
    );
  };
  look();
  return (sender) => {
    if (now() >= lookAt) look();
    return known.has(sender.replace(/^::ffff:/, ''));
  };
}
