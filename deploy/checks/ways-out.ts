import type { Environment } from '../../dev/system/live-keys.ts';
import { hasAccount } from './about.ts';
import { advice, check, green, red, unknown } from './check.ts';
import { REFUSED, type House } from './house.ts';

/** Slower than this, a buyer notices. */
const SLOW_MS = 2_000;
const REGISTRY = 'the registry of images';
/** A certificate that is not valid now, or at what this clock takes for now. */
const OF_TIME = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;

/** The providers that this house calls by https, with what answers for each there. */
function providersOf({ env, from, net }: House): [name: string, go: () => Promise<Response>][] {
  const ways: [string, string | undefined, unknown][] = [
    ['Stripe', env['STRIPE_API_URL'] || 'https://api.stripe.com', hasAccount(env['STRIPE_SECRET_KEY'] ?? '')],
    ['SendGrid', env['SENDGRID_API_URL'] || 'https://api.sendgrid.com', hasAccount(env['SENDGRID_API_KEY'] ?? '')],
    ['Google', env['GOOGLE_ISSUER'] || 'https://accounts.google.com', env['GOOGLE_CLIENT_ID']],
    ['the authority of certificates', env['ACME_CA'] || 'https://acme-v02.api.letsencrypt.org/directory', env['DOMAIN']],
    ['the watcher outside (HEARTBEAT_URL)', URL.parse(env['HEARTBEAT_URL'] ?? '')?.origin, env['HEARTBEAT_URL']],
    [REGISTRY, 'https://registry-1.docker.io/v2/', env['DOMAIN'] && from === 'setup'],
  ];
  return ways.flatMap(([name, address, isUsed]) => (isUsed && address ? [[name, () => net.fetch(address, { method: 'HEAD' })]] : []));
}

/** Where alerts leave by SMTP; none where they do not. */
function alertsBy(env: Environment, { connect }: House['net']): [name: string, go: () => Promise<unknown>][] {
  if (!env['COMPOSE_PROFILES']?.includes('monitoring') || !hasAccount(env['SENDGRID_API_KEY'] ?? '')) return [];
  const [host = '', port] = (env['ALERT_SMTP'] || 'smtp.sendgrid.net:587').split(':');
  return [[`the port of alerts (${host}:${Number(port)})`, () => connect(host, Number(port))]];
}

const causeOf = (error: unknown) => ((error as Error).cause ?? error) as NodeJS.ErrnoException;

/** Why a way out is shut, in words; what a certificate says of who answers in between. */
function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return 'no answer in time';
  const { code = '', message } = causeOf(error);
  if (OF_TIME.test(code)) return `its certificate is not valid at the time that this machine has (${code})`;
  if (REFUSED.test(code))
    return `someone else answers in its place, with a certificate that is not its own (${code}): a proxy that reads along, or a page to sign in to the network`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is not found in DNS';
  return code || message;
}

/** Whether what the site needs elsewhere is reached from here, and how fast. */
export const waysOutCheck = check('ways-out', async (house) => {
  const { env, net, now } = house;
  const ways = [...providersOf(house), ...alertsBy(env, net)];
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
  // What stands was built: only the next build needs it.
  const say = shut.every(({ name }) => name === REGISTRY) ? advice : red;
  if (shut.length > 0)
    return say(
      seen,
      `Not reached: ${shut.map(({ name, fault }) => `${name}: ${fault}`).join('; ')}.`,
      'Let this server out to the internet on the ports 443 and 587 (firewall, proxy, sign-in of the network); if only one fails, look at its status page.',
    );
  const slow = tried.filter(({ ms }) => ms > SLOW_MS);
  if (slow.length === 0) return green(seen);
  return advice(seen, `Slow: ${slow.map(({ name }) => name).join(', ')}.`, 'Look at the network of this server, and at its name server.');
});

const MAX_OFF_MS = 10_000;
const inWords = (ms: number) => (ms < 120_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`);

/** This clock beside those of the providers: where one of them goes with it, it is right. */
export const clockCheck = check('clock', async (house) => {
  const providers = providersOf(house);
  if (providers.length === 0) return undefined;
  const differences: number[] = [];
  let isBeyondCertificates = false;
  await Promise.all(
    providers.map(async ([, go]) => {
      const asked = house.now();
      const answer = await go().catch((error: unknown) => void (isBeyondCertificates ||= OF_TIME.test(causeOf(error).code ?? '')));
      const theirs = Date.parse(answer?.headers.get('date') ?? '');
      // Their clock shows whole seconds, and the answer was some time under way.
      if (!Number.isNaN(theirs)) differences.push((asked + house.now()) / 2 - theirs - 500);
    }),
  );
  const [difference] = differences.sort((a, b) => Math.abs(a) - Math.abs(b));
  const wrong = (seen: string) =>
    red(
      `The clock of this machine ${seen}.`,
      'Payments, links and certificates are refused with a wrong clock.',
      'Let it be kept by the network: sudo timedatectl set-ntp true; timedatectl must say "synchronized: yes".',
    );
  if (difference === undefined && isBeyondCertificates)
    return wrong(`says ${new Date(house.now()).toISOString().slice(0, 10)}, when no provider's certificate is valid`);
  if (difference === undefined)
    return unknown(
      'No provider told its time.',
      'Whether the clock of this machine is right is not known.',
      'Mend the row "ways-out" first.',
    );
  if (Math.abs(difference) <= MAX_OFF_MS) return green('The clock goes with those of the providers.');
  return wrong(`is ${inWords(Math.abs(difference))} ${difference > 0 ? 'ahead of' : 'behind'} those of the providers`);
});
