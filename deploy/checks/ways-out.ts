import type { Environment } from '../../dev/system/live-keys.ts';
import { hasAccount } from './about.ts';
import { advice, green, type Check, type House } from './check.ts';
import { REFUSED } from './house.ts';

/** Slower than this, a buyer notices. */
const SLOW_MS = 2_000;
const REGISTRY = 'the registry of images';

interface Way {
  readonly name: string;
  readonly address: string;
}

/** The providers that this house calls by https, and what for. */
export function providersOf({ env, from }: Pick<House, 'env' | 'from'>): Way[] {
  const ways: [string, string | undefined, unknown][] = [
    ['Stripe', env['STRIPE_API_URL'] || 'https://api.stripe.com', hasAccount(env['STRIPE_SECRET_KEY'] ?? '')],
    ['SendGrid', env['SENDGRID_API_URL'] || 'https://api.sendgrid.com', hasAccount(env['SENDGRID_API_KEY'] ?? '')],
    ['Google', env['GOOGLE_ISSUER'] || 'https://accounts.google.com', env['GOOGLE_CLIENT_ID']],
    ['the authority of certificates', env['ACME_CA'] || 'https://acme-v02.api.letsencrypt.org/directory', env['DOMAIN']],
    ['the watcher outside (HEARTBEAT_URL)', URL.parse(env['HEARTBEAT_URL'] ?? '')?.origin, env['HEARTBEAT_URL']],
    [REGISTRY, 'https://registry-1.docker.io/v2/', env['DOMAIN'] && from === 'setup'],
  ];
  return ways.flatMap(([name, address, isUsed]) => (isUsed && address ? [{ name, address }] : []));
}

/** Where alerts leave by SMTP; undefined where they do not. */
function alertsBy(env: Environment): { host: string; port: number } | undefined {
  if (!env['COMPOSE_PROFILES']?.includes('monitoring') || !hasAccount(env['SENDGRID_API_KEY'] ?? '')) return undefined;
  const [host = '', port] = (env['ALERT_SMTP'] || 'smtp.sendgrid.net:587').split(':');
  return { host, port: Number(port) };
}

/** A certificate that is not valid now, or at what this clock takes for now. */
export const OF_TIME = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;

/** Why a way out is shut, in words; what a certificate says of who answers in between. */
function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return 'no answer in time';
  const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (OF_TIME.test(code)) return `its certificate is not valid at the time that this machine has (${code})`;
  if (REFUSED.test(code))
    return `someone else answers in its place, with a certificate that is not its own (${code}): a proxy that reads along, or a page to sign in to the network`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is not found in DNS';
  return code || message;
}

/** Whether what the site needs elsewhere is reached from here, and how fast. */
export const waysOutCheck: Check = {
  id: 'ways-out',
  look: async (house) => {
    const { env, net, now } = house;
    const smtp = alertsBy(env);
    const ways: [string, () => Promise<unknown>][] = [
      ...providersOf(house).map(({ name, address }): [string, () => Promise<unknown>] => [
        name,
        () => net.fetch(address, { method: 'HEAD' }),
      ]),
      ...(smtp
        ? [[`the port of alerts (${smtp.host}:${smtp.port})`, () => net.connect(smtp.host, smtp.port)] as [string, () => Promise<void>]]
        : []),
    ];
    if (ways.length === 0) return undefined;
    const tried = await Promise.all(
      ways.map(async ([name, go]) => {
        const begin = now();
        const fault = await go().then(() => undefined, reasonOf);
        return { name, fault, ms: Math.round(now() - begin) };
      }),
    );
    const shut = tried.filter(({ fault }) => fault !== undefined);
    const reached = tried.flatMap(({ name, fault, ms }) => (fault === undefined ? [`${name} in ${ms} ms`] : []));
    const seen = `Reached: ${reached.join(', ') || 'nothing'}.`;
    if (shut.length > 0)
      return {
        // What stands was built: only the next build needs it.
        state: shut.every(({ name }) => name === REGISTRY) ? 'advice' : 'red',
        seen,
        wrong: `Not reached: ${shut.map(({ name, fault }) => `${name}: ${fault}`).join('; ')}.`,
        next: 'Let this server out to the internet on the ports 443 and 587 (firewall, proxy, sign-in of the network); if only one fails, look at its status page.',
      };
    const slow = tried.filter(({ ms }) => ms > SLOW_MS);
    if (slow.length === 0) return green(seen);
    return advice(seen, `Slow: ${slow.map(({ name }) => name).join(', ')}.`, 'Look at the network of this server, and at its name server.');
  },
};
