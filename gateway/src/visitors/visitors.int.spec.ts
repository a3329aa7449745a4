import { describe, expect, it } from '@jest/globals';
import { problem, useGateway } from '../running-gateway.harness.ts';

const { auth, booking, payment, lines, open, call, post, metricsOf } = useGateway();

describe('addresses of visitors', () => {
  it('believes no forwarded address unless a proxy is trusted', async () => {
    const forwarded = { 'x-forwarded-for': Array.from({ length: 1_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(',') };
    expect((await call('/api/concert?x=1', { headers: forwarded })).status).toBe(200);
    expect(booking.seen[0]?.headers).not.toHaveProperty('x-concert-client-address');
    const entrance = await open({ TRUSTED_PROXIES: 'loopback' });
    await call('/api/concert?x=1', { entrance, headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } });
    expect(booking.seen[1]?.headers['x-concert-client-address']).toBe('203.0.113.9');
  });

  it('B9-38 counts forwarded addresses that nobody trusted sent, and warns of them once a minute', async () => {
    let now = 0;
    const entrance = await open({}, { now: () => now });
    const trusting = await open({ TRUSTED_PROXIES: 'loopback' });
    const [forwarded, standard] = [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }];
    const warnings = () =>
      lines
        .filter((line) => line.includes('their sender is no trusted proxy'))
        .map((line) => (JSON.parse(line) as { count: number }).count);
    const before = warnings().length;
    for (const headers of [forwarded, standard, {}, forwarded]) await call('/', { entrance, headers });
    expect(await metricsOf(entrance)).toMatch(/^http_forwarded_untrusted_total\{service="gateway"\} 3$/m);
    expect(warnings().slice(before)).toEqual([1]);
    now = 60_000;
    await call('/', { entrance, headers: forwarded });
    expect(warnings().slice(before)).toEqual([1, 3]);
    await call('/', { entrance: trusting, headers: forwarded });
    expect(await metricsOf(trusting)).toMatch(/^http_forwarded_untrusted_total\{service="gateway"\} 0$/m);
  });

  it('B9-39 counts nobody for the address of a proxy near it that it does not trust, and says at start that it misses one', async () => {
    const entrance = await open({
      PUBLIC_ORIGIN: 'https://concert.test',
      RATE_LIMIT_PER_MINUTE: '2',
      RATE_LIMIT_AUTH_PER_MINUTE: '1',
      HTTP_MOST_UNDER_WAY_PER_NETWORK: '1',
    });
    const startWarnings = () => lines.filter((line) => line.includes('no proxy is trusted')).length;
    await open({ PUBLIC_ORIGIN: 'https://concert.test', TRUSTED_PROXIES: 'loopback' });
    expect(startWarnings()).toBe(1);
    const signUp = (visitor?: string) =>
      post('/api/auth/sign-up', {
        entrance,
        headers: {
          host: 'concert.test',
          origin: 'https://concert.test',
          ...(visitor === undefined ? {} : { 'x-forwarded-for': visitor }),
        },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => signUp(`203.0.113.${index}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { headers } of auth.seen) expect(headers).not.toHaveProperty('x-concert-client-address');
    expect([(await signUp()).status, (await signUp()).status]).toEqual([200, 429]);
  });
});

describe('limits', () => {
  it('B9-03 slow one address down, tighter where somebody proves who they are, and never the signed messages', async () => {
    const entrance = await open({ RATE_LIMIT_PER_MINUTE: '6', RATE_LIMIT_AUTH_PER_MINUTE: '2' });
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await post('/api/auth/sign-in', { entrance })).status);
    expect(statuses).toEqual([200, 200, 429]);
    for (let index = 0; index < 3; index += 1) statuses.push((await call('/api/concert', { entrance })).status);
    const answer = await call('/api/concert?x=1', { entrance });
    expect([...statuses.slice(3), answer.status, problem(answer).code]).toEqual([200, 200, 200, 429, 'request.too_many']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(5);
    const metrics = await (await fetch(`${entrance.metricsUrl!}`)).text();
    expect(metrics).toMatch(/security_events_total\{event="rate_limited",.*\} 2\n/);
    for (let index = 0; index < 10; index += 1) expect((await post('/api/stripe-webhook', { entrance })).status).toBe(200);
    expect((await call('/', { entrance })).status).toBe(200);
  });
});

describe('limits of forms', () => {
  it('B9-03 slow down what strangers can have mailed, and never what the mail provider tells or who leaves the list', async () => {
    const entrance = await open({ RATE_LIMIT_FORMS_PER_MINUTE: '2', NOTIFY_URL: payment.url });
    const paths = ['/api/contact-messages', '/api/next-date', '/api/next-date/confirm'];
    const answers = await Promise.all(paths.map((path) => post(path, { entrance })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    expect((await call('/api/mails', { entrance })).status).toBe(200);
    const signature = { 'x-twilio-email-event-webhook-signature': 'MEUC+/=', 'x-twilio-email-event-webhook-timestamp': '1763726400' };
    const body = '[ {"event" : "delivered"} ]';
    for (let index = 0; index < 5; index += 1)
      expect((await post('/api/sendgrid-events', { entrance, body, headers: signature })).status).toBe(200);
    expect(payment.seen.at(-1)!.body.toString()).toBe(body);
    expect(payment.seen.at(-1)!.headers).toMatchObject(signature);
    // Mail programs of many readers leave the next-date list from a few addresses.
    const press = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let index = 0; index < 5; index += 1) {
      const left = await post('/api/next-date/one-click?token=x', { entrance, body: 'List-Unsubscribe=One-Click', headers: press });
      expect(left.status).toBe(200);
    }
    expect(payment.seen.at(-1)!.headers).toMatchObject(press);
    // The provider gathers what it tells; what strangers send stays small.
    const sizes = [
      ['/api/sendgrid-events', 700 * 1_024],
      ['/api/sendgrid-events', 1_025 * 1_024],
      ['/api/next-date', 700 * 1_024],
    ] as const;
    const large = await Promise.all(sizes.map(([path, length]) => post(path, { entrance, body: `["${'x'.repeat(length - 4)}"]` })));
    expect(large.map(({ status }) => status)).toEqual([200, 413, 413]);
  });
});
