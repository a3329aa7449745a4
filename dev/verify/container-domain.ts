import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { findBrowser } from '@concert/machine-kit/browser';
import { Failure } from '@concert/machine-kit/failure';
import { createAuthority } from '@concert/test-kit/certificates';
import { until } from '@concert/test-kit/until';
import type { SystemAddress } from '../system/address.ts';
import type { Progress } from '../system/progress.ts';
import type { Containers } from './compose-containers.ts';
import { Tab } from './fleet/tab.ts';

/*
 * The containers on a domain that only they know: the authority for certificates is Pebble, Let's Encrypt's own server for tests, which looks
 * at the entrance as the real one does. `PEBBLE` names its program; without it this part is left out, and said so.
 */

const DOMAIN = 'concert.test';
const UP_MS = 10 * 60_000;
/** Certificates come within seconds; Caddy waits a minute before its second try. */
const ISSUED = { withinMs: 180_000, everyMs: 500 };
/** How long a certificate is good for. Caddy renews in its last third. */
const VALID_S = 300;
const SECURE = 'max-age=31536000; includeSubDomains';

export const DOMAIN_PROFILE = { COMPOSE_PROFILES: 'domain' };
const SETTINGS = { ...DOMAIN_PROFILE, DOMAIN, ACME_CA: 'https://pebble:14000/dir', PUBLIC_ORIGIN: '', TRUSTED_PROXIES: '' };

/**
 * What is laid over docker-compose.yml: the entrance on free ports of this machine alone, and the authority beside it.
 * @param ports of plain http, https, and the authority's own page
 */
export async function domainOverlay(folder: string, ports: readonly number[]): Promise<object> {
  const { PEBBLE } = process.env;
  if (!PEBBLE) return {};
  const authority = await createAuthority('The authority of the authority');
  const { cert, key } = await authority.issue('pebble', undefined, ['pebble']);
  const config = {
    ...{
      listenAddress: '0.0.0.0:14000',
      managementListenAddress: '0.0.0.0:15000',
      certificate: '/in/pebble.pem',
      privateKey: '/in/pebble.key',
    },
    ...{ httpPort: 80, tlsPort: 443, ocspResponderURL: '', externalAccountBindingRequired: false },
    profiles: { default: { description: 'short, to be renewed', validityPeriod: VALID_S } },
  };
  for (const [name, content] of Object.entries({
    'authority.pem': authority.cert,
    'pebble.pem': cert,
    'pebble.key': key,
    'pebble.json': JSON.stringify({ pebble: config }),
  }))
    await writeFile(path.join(folder, name), content);
  return {
    caddy: {
      environment: { SSL_CERT_FILE: '/authority.pem' },
      volumes: [`${path.join(folder, 'authority.pem')}:/authority.pem:ro`],
      ports: [`127.0.0.1:${ports[0]}:80`, `127.0.0.1:${ports[1]}:443`],
      networks: { edge: { aliases: [DOMAIN, `www.${DOMAIN}`] } },
    },
    pebble: {
      image: process.env.NODE_IMAGE ?? 'node:24.21.0-bookworm-slim',
      profiles: ['domain'],
      networks: ['edge'],
      environment: { PEBBLE_VA_NOSLEEP: '1' },
      entrypoint: ['/pebble', '-config', '/in/pebble.json'],
      volumes: [`${PEBBLE}:/pebble:ro`, `${folder}:/in:ro`],
      ports: [`127.0.0.1:${ports[2]}:15000`],
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function ask(send: typeof request | typeof plainRequest, options: RequestOptions, body = ''): Promise<Answer> {
  const sent = send({ host: '127.0.0.1', agent: false, timeout: 10_000, ...options });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

type OnDomain = Pick<SystemAddress, 'accounts'> & {
  readonly folder: string;
  readonly entrance: readonly number[];
  readonly mailbox: string;
  readonly payments: string;
};

/** @throws Failure where the site on a domain is not what docs/operate.md says */
export async function onDomain(
  containers: Containers,
  progress: Progress,
  { folder, entrance, mailbox, payments, accounts }: OnDomain,
): Promise<void> {
  if (!process.env.PEBBLE) return progress.line('  -- On a domain: left out, PEBBLE names no server for certificates');
  const domain = containers.with(SETTINGS);
  const [http = 0, https = 0, pebble = 0] = entrance;

  await progress.step('On a domain: entrance up', async () => {
    await domain.compose(['up', '--detach', '--no-build', 'pebble'], UP_MS);
    await domain.compose(['up', '--detach', '--no-build'], UP_MS);
  });
  const authority = await readFile(path.join(folder, 'authority.pem'), 'utf8');
  const ca = await until(
    'the authority answers',
    async () => (await ask(request, { port: pebble, path: '/roots/0', ca: authority })).body,
    Boolean,
    ISSUED,
  );
  const site: Site = (host, page, options = {}, body = '') =>
    ask(request, { port: https, path: page, ca, servername: host, ...options, headers: { host, ...options.headers } }, body);

  await progress.step('On a domain: certificate, page, HSTS, HTTP/2 and 3', async () => {
    const page = await until(
      'the site is there by its name',
      () => site(DOMAIN, '/'),
      ({ status }) => status === 200,
      ISSUED,
    );
    assertThat(page.headers['strict-transport-security'] === SECURE, 'has no HSTS', page.headers);
    assertThat(page.body.includes(`https://${DOMAIN}/`), 'does not name itself in its page', page.body.slice(0, 500));
    assertThat(/h3=":443"/.test(String(page.headers['alt-svc'])), 'offers no HTTP/3', page.headers);
    const { alpnProtocol } = await handshake(https, ca);
    assertThat(alpnProtocol === 'h2', 'speaks no HTTP/2', alpnProtocol);
  });

  await progress.step('On a domain: http and www lead on, /api by http does not', async () => {
    const plain = (page: string) => ask(plainRequest, { port: http, path: page, headers: { host: DOMAIN } });
    const page = await plain('/the-composer?a=b');
    assertThat(page.status === 301 && page.headers.location === `https://${DOMAIN}/the-composer?a=b`, 'does not redirect http', page);
    const call = await plain('/api/concert');
    assertThat(call.status === 403 && call.headers.location === undefined, 'redirects calls by http', call);
    const www = await until(
      'there is a certificate for www',
      () => site(`www.${DOMAIN}`, '/events'),
      () => true,
      ISSUED,
    );
    assertThat(www.status === 301 && www.headers.location === `https://${DOMAIN}/events`, 'does not redirect www', www);
  });

  await progress.step('On a domain: the gateway believes the entrance, and mails link to the domain', () => calls(domain, site, mailbox));
  await progress.step('On a domain: a seat is bought and a passkey is made in a browser', async () => {
    const tab = await Tab.open(await findBrowser(), `https://${DOMAIN}`, https, (await handshake(https, ca)).key);
    try {
      await tab.buy(
        accounts.find(({ role }) => role === 'buyer')!,
        payments,
      );
      await tab.usePasskey();
    } finally {
      await tab.close();
    }
    assertThat(tab.faults.length === 0, 'a visit meets faults', tab.faults);
  });
  // Last: a container that starts again changes the networks of this machine, and a browser breaks off what it loads.
  await progress.step('On a domain: the certificate is renewed in time', () => renewal(domain, https, ca));
}

/** What the entrance shows to somebody who comes by its name. */
async function handshake(port: number, ca: string): Promise<{ alpnProtocol: string; key: string; serial: string; validTo: number }> {
  const socket = connect({ host: '127.0.0.1', port, servername: DOMAIN, ca, ALPNProtocols: ['h2', 'http/1.1'] });
  await once(socket, 'secureConnect');
  const { publicKey, serialNumber, validToDate } = socket.getPeerX509Certificate()!;
  const key = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const { alpnProtocol } = socket;
  socket.destroy();
  return { alpnProtocol: String(alpnProtocol), key, serial: serialNumber, validTo: validToDate.getTime() };
}

/** A certificate in its last third becomes another one. */
async function renewal(domain: Containers, https: number, ca: string): Promise<void> {
  const first = await handshake(https, ca);
  const due = first.validTo - (VALID_S / 3) * 1_000;
  await until(
    'the last third has begun',
    () => Date.now(),
    (now) => now > due,
    { withinMs: VALID_S * 1_000, everyMs: 1_000 },
  );
  // Caddy looks every ten minutes, and when it starts.
  await domain.compose(['restart', 'caddy']);
  const next = await until(
    'there is another',
    () => handshake(https, ca),
    ({ serial }) => serial !== first.serial,
    ISSUED,
  );
  assertThat(next.validTo > first.validTo, 'has a new certificate that ends before the old one', next);
}

type Site = (host: string, page: string, options?: RequestOptions, body?: string) => Promise<Answer>;

function assertThat(fine: boolean, what: string, seen: unknown): void {
  if (!fine) throw new Failure(`On a domain ${what}: ${JSON.stringify(seen)}`, 'see deploy/caddy/Caddyfile and docker-compose.yml.');
}

/** Somebody signs up by the domain. */
async function calls(domain: Containers, site: Site, mailbox: string): Promise<void> {
  const email = 'domain@concert.test';
  const body = JSON.stringify({ email, password: 'a long enough sentence 42' });
  const headers = { origin: `https://${DOMAIN}`, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const answer = await site(DOMAIN, '/api/auth/sign-up', { method: 'POST', headers }, body);
  assertThat(answer.status === 200, 'refuses a sign-up', answer);
  const foreign = await site(
    DOMAIN,
    '/api/auth/sign-up',
    { method: 'POST', headers: { ...headers, origin: 'https://elsewhere.test' } },
    body,
  );
  assertThat(foreign.status === 403, 'takes calls of other sites', foreign.status);
  const mails = await until(
    'the mail is there',
    async () => (await (await fetch(`${mailbox}/_admin/mails?to=${encodeURIComponent(email)}`)).json()) as { text: string | null }[],
    (all) => all.length > 0,
  );
  assertThat(
    mails[0]!.text?.includes(`https://${DOMAIN}/`) === true && !mails[0]!.text.includes('localhost'),
    'mails link elsewhere',
    mails[0],
  );
  const metrics = await domain.compose([
    ...['exec', '-T', 'gateway', 'node', '-e'],
    "fetch('http://127.0.0.1:9464/metrics').then((r) => r.text()).then((t) => console.log(/^http_forwarded_untrusted_total.*$/m.exec(t)?.[0]))",
  ]);
  const untrusted = Number(/ (\d+)\s*$/.exec(metrics.trim())?.[1] ?? '0');
  // The very first request may come before the name of the entrance was looked up again.
  assertThat(untrusted <= 1, 'has a gateway that does not believe its entrance', metrics);
}
