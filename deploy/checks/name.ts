import { Failure } from '@concert/machine-kit/failure';
import { isDomain } from '../../dev/system/setting-rules.ts';
import { NOBODYS, originOf } from './about.ts';
import { advice, green, red, unknown, check, type Finding } from './check.ts';
import type { Answer, Entrance, House } from './house.ts';

/** Addresses that no one reaches from the internet. */
const PRIVATE =
  /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|0\.|::1$|f[cd]|fe[89ab])/i;
const isPrivate = (address: string): boolean => PRIVATE.test(address.replace(/^::ffff:/i, ''));
const isV6 = (address: string): boolean => address.includes(':');
const publicOnes = ({ machine }: House): string[] => machine.addresses.filter((address) => !isPrivate(address));

/** What a lookup gives: none where the name or the kind of row does not exist. */
export async function rowsOf<T>(asked: Promise<T[]>): Promise<T[]> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw new Failure(
      `The name server gives no answer about ${(error as { hostname?: string }).hostname} (${error.code ?? error.message}).`,
      'try again in some minutes; if it stays so, ask your DNS provider whether the name servers and DNSSEC of the domain are in order.',
      error,
    );
  });
}

/** Where one row leads. */
interface Place {
  readonly address: string;
  readonly is: 'here' | 'elsewhere' | 'private' | 'without IPv6' | 'unknown';
  /** What stands in front of this machine there, or answers in its place. */
  readonly by?: string;
}

const frontOf = ({ headers }: Answer): string | undefined =>
  headers['cf-ray']
    ? 'Cloudflare'
    : headers['via'] || headers['x-cache']
      ? `a proxy (${String(headers['via'] ?? headers['server'])})`
      : undefined;

async function placeOf(address: string, host: string, house: House, entrance: Entrance | undefined): Promise<Place> {
  const { addresses } = house.machine;
  const isOwn = addresses.includes(address);
  if (isPrivate(address)) return { address, is: 'private' };
  // Which addresses the machine has is not seen inside a container.
  if (house.from === 'setup' && isV6(address) && !addresses.some((own) => isV6(own) && !isPrivate(own)))
    return { address, is: 'without IPv6' };
  if (!entrance) return { address, is: isOwn ? 'here' : 'unknown' };
  if (!entrance.ask) return { address, is: isOwn ? 'here' : publicOnes(house).length > 0 ? 'elsewhere' : 'unknown' };
  const { path, body, host: known = host } = entrance.ask;
  const answer = await house.net.knock(address, known, path).catch(() => undefined);
  if (answer?.body === body) {
    const by = frontOf(answer);
    return { address, is: 'here', ...(by && { by }) };
  }
  if (isOwn) return { address, is: 'here' };
  if (answer) return { address, is: 'elsewhere', by: String(answer.headers['server'] ?? `status ${answer.status}`) };
  // A machine behind a router may not reach itself by the router's address.
  return { address, is: publicOnes(house).some((own) => isV6(own) === isV6(address)) ? 'elsewhere' : 'unknown' };
}

/** Where the rows of a name lead, each against this machine. */
export async function placesOf(host: string, house: House): Promise<Place[]> {
  const { dns, entrance } = house.net;
  const found = await Promise.all([rowsOf(dns.resolve4(host)), rowsOf(dns.resolve6(host))]);
  const addresses = [...new Set(found.flat())];
  const door = addresses.length > 0 ? await entrance?.() : undefined;
  return Promise.all(addresses.map((address) => placeOf(address, host, house, door)));
}

function nameFinding(host: string, house: House, places: readonly Place[]): Finding {
  const mine = publicOnes(house).join(' and ');
  const seenHere = house.from === 'setup' && house.machine.addresses.join(' and ');
  const own = mine || (seenHere ? `${seenHere}, behind a router` : 'addresses that are not seen from inside');
  const seen = `${host} leads to ${places.map(({ address }) => address).join(', ')}.`;
  const at = (sentence: string) => `At your DNS provider, ${sentence}`;
  const those = (is: Place['is']) => places.filter((place) => place.is === is);
  const [first] = those('elsewhere');
  const elsewhere = those('elsewhere').map(({ address, by }) => `${address}${by ? `, where ${by} answers` : ''}`);
  const [hidden, sixth, unseen] = (['private', 'without IPv6', 'unknown'] as const).map((is) => those(is)[0]);
  const proxied = places.find(({ by }) => by);
  if (first)
    return red(
      seen,
      `That is another machine (${elsewhere.join('; ')}); this one has ${own}.`,
      (mine ? '' : `If ${first.address} is your router's, let it hand on the ports 80 and 443 to this machine. If not: `) +
        at(`let ${host} lead to this machine alone, and wait until the old record has run out.`),
    );
  if (hidden)
    return red(
      seen,
      `${hidden.address} is a private address, which nobody reaches from the internet.`,
      at(`write the public address of this server in its place${mine && `: ${mine}`}.`),
    );
  if (sixth)
    return red(seen, `${sixth.address} is an IPv6 address, and this machine has none.`, at(`take the AAAA record of ${host} away.`));
  if (unseen && house.net.entrance)
    return unknown(
      seen,
      `This machine (${own}) gets no answer there, so whether that is its router or another machine cannot be seen from here.`,
      `Compare it with the address that your router or provider shows, and open http://${host} on a phone by mobile network.`,
    );
  if (proxied)
    return advice(
      seen,
      `${proxied.by} stands in front of this machine, so that all visitors come from its addresses and share their limits.`,
      at(`let ${host} lead here itself (at Cloudflare: "DNS only").`),
    );
  const isBehind = house.from === 'setup' && house.net.entrance && mine === '';
  return green(isBehind ? `${seen} It comes here, through a router with address translation.` : seen);
}

/** Where a name leads, against this machine. @param without what is said where it leads nowhere */
async function look(host: string, house: House, without: Finding): Promise<Finding> {
  const places = await placesOf(host, house);
  return places.length > 0 ? nameFinding(host, house, places) : without;
}

/** Whether every row of the name of the site leads to this machine. */
export const nameCheck = check('name', async (house) => {
  const { env } = house;
  const host = env['DOMAIN'] || URL.parse(originOf(env) ?? '')?.hostname;
  if (host === undefined) return undefined;
  if (!isDomain(host) || NOBODYS.test(host))
    return red(
      `${host || 'Nothing'} is not a domain of your own.`,
      'Name the site without https:// and www., such as concert.yourname.org.',
    );
  const own = publicOnes(house).join(' and ');
  const next = `At your DNS provider, add an A record for ${host} with this server's address${own && ` (${own})`}, and wait some minutes.`;
  return look(host, house, red(`${host} has no address in DNS.`, next));
});

/** The name that many people type before it. */
export const wwwCheck = check('www', async (house) => {
  const { DOMAIN } = house.env;
  if (!DOMAIN || !isDomain(DOMAIN) || !house.net.entrance) return undefined;
  const without = advice(
    `www.${DOMAIN} has no address in DNS.`,
    'Who types www. before the name does not find the site.',
    `At your DNS provider, add an A record for it like that of ${DOMAIN}.`,
  );
  return look(`www.${DOMAIN}`, house, without);
});
