import { isIP } from 'node:net';
import path from 'node:path';
import { REMOTES, type RemoteName } from '@concert/contracts/site/pages';
import { httpAddresses, httpSettings, trueOrFalse, wholeNumber } from '@concert/service-kit/process/settings';
import { z } from 'zod';
import { PROXY_NAME } from './visitors/trusted-proxies.ts';

/** Where the files of a web room come from: a folder, or a server that has them. */
export type WebSource = { readonly kind: 'folder'; readonly path: string } | { readonly kind: 'server'; readonly url: string };

/** A folder by its path or a server by its http(s) address. */
export function webSource(value: string): WebSource {
  return /^https?:\/\//i.test(value) ? { kind: 'server', url: value.replace(/\/+$/, '') } : { kind: 'folder', path: path.resolve(value) };
}

const remotes = z.string().transform((value, context): Partial<Record<RemoteName, WebSource>> => {
  try {
    const given = z.partialRecord(z.enum(REMOTES), z.string().min(1)).parse(JSON.parse(value));
    return Object.fromEntries(Object.entries(given).map(([name, where]) => [name, webSource(where)]));
  } catch {
    context.addIssue({ code: 'custom', message: `must be a JSON object from ${REMOTES.join(', ')} to folder or address` });
    return z.NEVER;
  }
});

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean),
  );

/** Networks that `trustProxy` knows by name. */
const NAMED_NETWORKS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** An address, or a network no wider than the widest private ones: in a wider one anybody could be, and say any address. */
function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return NAMED_NETWORKS.includes(value);
  if (bits === undefined) return true;
  const [least, most] = version === 4 ? [8, 32] : address.startsWith('::ffff:') ? [104, 128] : [7, 128];
  return /^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= most;
}

/** The gateway signs identities and verifies none, so it needs no public keys. */
const { IDENTITY_PUBLIC_KEYS: _unused, ...gatewayHttpSettings } = httpSettings;

/** Settings of the gateway's process. */
export const gatewaySettings = {
  ...gatewayHttpSettings,
  /** Each service's address, or those of its copies. A name with several addresses leads to as many copies. */
  AUTH_URL: httpAddresses,
  BOOKING_URL: httpAddresses,
  PAYMENT_URL: httpAddresses,
  NOTIFY_URL: httpAddresses,
  WEB_SHELL: z.string().min(1).transform(webSource),
  WEB_REMOTES: remotes,
  /**
   * Whether real money is taken. Otherwise every page says that it is a test, and search engines are asked to leave it out; without a default,
   * so that no installation forgets to say.
   */
  PAYMENTS_LIVE: trueOrFalse,
  /** Further names the gateway answers to, beside the one of PUBLIC_ORIGIN. */
  ALLOWED_HOSTS: list,
  /** Addresses or networks of the proxies in front that are trusted to say a visitor's address, or the name of the only one (`name:caddy`). */
  TRUSTED_PROXIES: list.refine((proxies) => proxies.every(isNetwork) || (proxies.length === 1 && PROXY_NAME.test(proxies[0]!)), {
    error: 'must be addresses or networks, with commas between, none wider than /8 (IPv6: /7), or name: and the name of one proxy',
  }),
  /**
   * Requests of one network address (of one /64 for IPv6) that may be under way at once, and bodies that may be arriving from it; signed
   * messages are not counted.
   */
  HTTP_MOST_UNDER_WAY_PER_NETWORK: wholeNumber(1, 100_000).default(100),
  /** Calls of /api that one network address may make in a minute. Many visitors can share one address. */
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 100_000_000).default(3_000),
  /** Of those, calls that prove who somebody is: a school behind one address signs in within a minute. svc-auth throttles guessing. */
  RATE_LIMIT_AUTH_PER_MINUTE: wholeNumber(1, 100_000_000).default(600),
  /** Of those, forms of visitors who need not sign in, each of which causes a mail. */
  RATE_LIMIT_FORMS_PER_MINUTE: wholeNumber(1, 100_000_000).default(30),
};

export type GatewaySettings = z.output<z.ZodObject<typeof gatewaySettings>>;
