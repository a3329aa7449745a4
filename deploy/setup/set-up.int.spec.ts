import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseEnv } from 'node:util';
import { startMailSink, type MailSink } from '@concert/stand-ins/mail/sink';
import { startOidcStandin } from '@concert/stand-ins/oidc/standin';
import { startStripeStandin, type StripeStandin } from '@concert/stand-ins/stripe/standin';
import Stripe from 'stripe';
import { MAIL_EVENT_TYPES, WEBHOOK_TYPES } from '../../dev/system/process-settings.ts';
import type { House } from '../checks/house.ts';
import { houseWith } from '../checks/house.harness.ts';
import { SendgridAccount } from '../accounts/sendgrid-account.ts';
import type { SetupContext } from './questions.ts';
import { checkSetup, setUp } from './set-up.ts';
import { StripeAccount } from '../accounts/stripe-account.ts';

/* The set-up against the stand-ins, by the official SDKs. */

const STRIPE_KEY = 'sk_test_ownAccount';
const SENDGRID_KEY = 'SG.own.account';
const ANSWERS: Readonly<Record<string, string>> = {
  DOMAIN: 'concert.anna.org',
  ADMIN_EMAIL: 'anna@anna.org',
  STRIPE_SECRET_KEY: STRIPE_KEY,
  SENDGRID_API_KEY: SENDGRID_KEY,
  MAIL_FROM: 'tickets@anna.org',
  GOOGLE_CLIENT_ID: '',
};
const PAYMENTS = 'https://concert.anna.org/api/stripe-webhook';
const MAIL_EVENTS = 'https://concert.anna.org/api/sendgrid-events';
const PROVEN = { id: 7, domain: 'anna.org', valid: true, dns: {} };

let stripe: StripeStandin;
let mail: MailSink;
let file: string;
let said: string[];

beforeEach(async () => {
  [stripe, mail] = await Promise.all([startStripeStandin(), startMailSink()]);
  mail.account.domains = [PROVEN];
  [file, said] = ['', []];
});
afterEach(() => Promise.all([stripe.close(), mail.close()]));

const houseAt = (env: House['env'], issuer = 'http://127.0.0.1:9'): House =>
  houseWith(
    { ...env, GOOGLE_ISSUER: issuer },
    { stripe: (key) => new StripeAccount(key, stripe.url), sendgrid: (key) => new SendgridAccount(key, mail.url) },
  );

function contextOf(given: Record<string, string> = ANSWERS, over: Partial<SetupContext> = {}): SetupContext {
  return {
    file,
    given,
    ...({ domainSetting: 'DOMAIN', inContainers: true } as const),
    say: (line) => said.push(line),
    write: (text) => (file = text),
    house: (env) => houseAt(env),
    ...over,
  };
}

const sdk = () => new Stripe('sk_test_looks', { host: stripe.host, port: stripe.port, protocol: 'http', telemetry: false });
const endpoints = async () => (await sdk().webhookEndpoints.list({ limit: 100 })).data;
const mailWebhook = (id: string, init: RequestInit = {}) => {
  const headers = { authorization: 'Bearer SG.looks', ...(init.body ? { 'content-type': 'application/json' } : {}) };
  return fetch(`${mail.url}/v3/user/webhooks/event/settings/${id}`, { headers, ...init });
};
const webhooks = async () => ((await (await mailWebhook('all')).json()) as { webhooks: Record<string, unknown>[] }).webhooks;
const secrets = () => [
  STRIPE_KEY,
  SENDGRID_KEY,
  ...(parseEnv(file)['STRIPE_WEBHOOK_SECRETS'] ? [parseEnv(file)['STRIPE_WEBHOOK_SECRETS']!] : []),
];
const expectNoSecret = (text: string) => {
  for (const secret of secrets()) expect(text).not.toContain(secret);
};

it('B4-591 makes a key for backups, once, where the file outlives the machine', async () => {
  await setUp(contextOf());
  const key = parseEnv(file)['BACKUP_KEY'];
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(said.join('\n')).toContain('Keep a copy of it elsewhere');
  expect(said.join('\n')).not.toContain(key);
  await setUp(contextOf({}));
  expect(parseEnv(file)['BACKUP_KEY']).toBe(key);
});

it('B4-570 leaves no file to edit: the entrance on the domain is on, and nothing is sold until an admin says when; what stands is kept', async () => {
  await setUp(contextOf());
  expect(parseEnv(file)).toMatchObject({ COMPOSE_PROFILES: 'domain', COMPOSE_PARALLEL_LIMIT: '1', CONCERT_STATE: 'draft' });
  file = file.replace('COMPOSE_PROFILES=domain', 'COMPOSE_PROFILES=monitoring').replace('CONCERT_STATE=draft', 'CONCERT_STATE=open');
  await setUp(contextOf({}));
  expect(parseEnv(file)).toMatchObject({ COMPOSE_PROFILES: 'monitoring,domain', CONCERT_STATE: 'open' });
});

it('B4-561 registers the site for exactly what is handled, and writes what both providers told, and no secret is shown', async () => {
  await setUp(contextOf());
  const settings = parseEnv(file);
  expect(settings).toMatchObject({
    ...ANSWERS,
    CONTACT_EMAIL: 'anna@anna.org',
    STRIPE_WEBHOOK_SECRETS: expect.stringMatching(/^whsec_\w{8,}$/),
  });
  expect(settings['SENDGRID_EVENT_PUBLIC_KEYS']).toBe(mail.eventPublicKey);
  const [endpoint, ...others] = await endpoints();
  expect([endpoint!.url, [...endpoint!.enabled_events].sort(), endpoint!.id, others]).toEqual([
    PAYMENTS,
    [...WEBHOOK_TYPES].sort(),
    settings['STRIPE_WEBHOOK_ENDPOINT'],
    [],
  ]);
  const told = await webhooks();
  const flags = MAIL_EVENT_TYPES.map((name) => (name === 'spamreport' ? 'spam_report' : name));
  expect(told).toEqual([expect.objectContaining({ url: MAIL_EVENTS, enabled: true, public_key: mail.eventPublicKey })]);
  expect(
    Object.keys(told[0]!)
      .filter((name) => name !== 'enabled' && told[0]![name] === true)
      .sort(),
  ).toEqual([...flags].sort());
  expect(said.join('\n')).toContain('Stand-in Concerts, test key, country US, currency usd');
  expectNoSecret(said.join('\n'));
});

const CNAME = { valid: false, type: 'cname', host: 's1._domainkey.anna.org', data: 's1.domainkey.u7.wl.sendgrid.net' };
type Wrong = readonly [what: string, over: Record<string, string>, said: RegExp, provider?: () => unknown];
const WRONG: Wrong[] = [
  ['no answers', { DOMAIN: '', ADMIN_EMAIL: '' }, /DOMAIN is missing\. ADMIN_EMAIL is missing/],
  [
    'a restricted key without rights',
    { STRIPE_SECRET_KEY: 'rk_test_own' },
    /Charges and Refunds: write \(rak_charge_write\)/,
    () => (stripe.faults.keyLacks = 'rak_charge_write'),
  ],
  [
    'a SendGrid key that may not send',
    {},
    /lacks rights that the site needs: mail\.send/,
    () => (mail.account.scopes = mail.account.scopes.filter((scope) => scope !== 'mail.send')),
  ],
  [
    'a SendGrid key that may not see domains',
    {},
    /does not let this key list the domains/,
    () => (mail.account.scopes = mail.account.scopes.filter((scope) => scope !== 'whitelabel.read')),
  ],
  [
    'a domain whose rows are missing',
    {},
    /CNAME {2}s1\._domainkey\.anna\.org {2}s1\.domainkey/,
    () => (mail.account.domains = [{ ...PROVEN, valid: false, dns: { dkim1: CNAME } }]),
  ],
  [
    'a single sender that was not proven',
    { MAIL_FROM: 'berta@berta.org' },
    /link in its email .* has not been followed/,
    () => (mail.account.senders = [{ from_email: 'berta@berta.org', verified: false }]),
  ],
];

describe('a wrong answer', () => {
  it.each(WRONG.map(([what, over, message, provider = () => undefined]) => [what, over, message, provider] as const))(
    'B4-562 is refused before anything is registered or written: %s',
    async (_what, over, message, provider) => {
      provider();
      const given = { ...ANSWERS, ...over };
      await expect(setUp(contextOf(given))).rejects.toMatchObject({
        message: expect.stringMatching(/^Nothing was registered or written, because of: /),
        next: expect.stringMatching(/--go-on/),
      });
      expect(said.join('\n')).toMatch(message);
      expect([file, await endpoints(), await webhooks()]).toEqual(['', [], []]);
      expectNoSecret(said.join('\n'));
    },
  );

  it('B4-562 is said at its question, which is asked again', async () => {
    const typed = [
      'nowhere',
      'https://Concert.Anna.org/',
      'anna@anna.org',
      'sk_test_standin_1',
      STRIPE_KEY,
      'SG.revoked',
      SENDGRID_KEY,
      'x@berta.org',
      'tickets@anna.org',
      '',
    ];
    const asked: string[] = [];
    const ask = (question: string, isSecret: boolean) => {
      asked.push(`${question.slice(0, 12)}${isSecret ? ' unseen' : ''}`);
      return Promise.resolve(typed.shift()!);
    };
    await setUp(contextOf({}, { ask }));
    expect(parseEnv(file)).toMatchObject(ANSWERS);
    expect(asked).toEqual(
      [2, 1, 2, 2, 2, 1].flatMap((times, index) =>
        Array.from(
          { length: times },
          () => ['Domain of th', 'Email addres', 'Secret key o unseen', 'Key of your  unseen', 'Sender of ev', 'Client ID of'][index],
        ),
      ),
    );
    expectNoSecret(said.join('\n'));
    // Google is asked for once.
    asked.length = 0;
    await setUp(contextOf({}, { ask: (question) => (asked.push(question), Promise.resolve('')) }));
    expect([asked.length, parseEnv(file)]).toEqual([5, expect.objectContaining(ANSWERS)]);
  });
});

it('B4-562 makes the mail domain of the site known where somebody says so, once; another domain is left alone, as is everything by a look', async () => {
  mail.account.domains = [];
  const typing = (sender: string) => {
    const typed = ['concert.anna.org', 'anna@anna.org', STRIPE_KEY, SENDGRID_KEY, sender, 'register'];
    return setUp(
      contextOf({}, { ask: () => (typed.length > 0 ? Promise.resolve(typed.shift()!) : Promise.reject(new Error('asked again'))) }),
    );
  };
  await setUp(contextOf()).catch(() => undefined);
  await expect(typing('tickets@berta.org')).rejects.toThrow('asked again');
  expect(mail.account.domains).toEqual([]);
  for (let time = 0; time < 2; time += 1) await expect(typing('tickets@anna.org')).rejects.toThrow('asked again');
  expect(said.join('\n')).toMatch(/\n {2}CNAME {2}em1\.anna\.org {2}u1\.wl\.stand-in\.example\n(.*\n)? {2}CNAME {2}s2\._domainkey/);
  expect(mail.account.domains.map(({ domain }) => domain)).toEqual(['anna.org']);
  mail.account.domains[0]!.valid = true;
  await setUp(contextOf());
  expect(said.join('\n')).toContain('anna.org is verified');
});

it('B4-562 warns of an account that takes no payments yet, and of a plan with few mails', async () => {
  stripe.faults.chargesOff = true;
  mail.account.credits = { total: 3_000, remain: 10, reset_frequency: 'monthly' };
  await setUp(contextOf());
  expect(said.join('\n')).toMatch(/may not take real payments yet/);
  expect(said.join('\n')).toMatch(/about 100 emails a day\. 100 emails a day are too few/);
  expect(parseEnv(file)['MAILS_PER_DAY']).toBe('100');
});

it('B4-562 asks Google whether it knows the client and its secret', async () => {
  const client = { clientId: '1-a.apps.googleusercontent.com', clientSecret: 'GOCSPX-ofTheSite' };
  const google = await startOidcStandin({ ...client, redirectUris: ['https://concert.anna.org/api/auth/google/callback'] });
  const given = { ...ANSWERS, GOOGLE_CLIENT_ID: client.clientId, GOOGLE_CLIENT_SECRET: client.clientSecret };
  const over = { house: (env: House['env']) => houseAt(env, google.url) };
  try {
    await expect(setUp(contextOf({ ...given, GOOGLE_CLIENT_SECRET: 'GOCSPX-another' }, over))).rejects.toThrow('because of: google.');
    expect(said.join('\n')).toContain('Google does not know this client');
    await expect(setUp(contextOf(given))).rejects.toThrow(/because of: .*google\./);
    expect(said.join('\n')).toContain('unknown google: Google does not answer');
    expect([file, await endpoints()]).toEqual(['', []]);
    await setUp(contextOf(given, over));
    expect(parseEnv(file)).toMatchObject({ GOOGLE_CLIENT_ID: client.clientId, GOOGLE_CLIENT_SECRET: client.clientSecret });
    expect(said.join('\n')).not.toContain(client.clientSecret);
  } finally {
    await google.close();
  }
});

describe('run again', () => {
  it('B4-563 changes what is given and leaves the rest, at the providers too', async () => {
    file = '# of ours\nSITE_PORT=9000\n\nADMIN_EMAIL=old@anna.org\nMONGO_IMAGE=mongo:8\n';
    await setUp(contextOf());
    const [before, [endpoint]] = [parseEnv(file), await endpoints()];
    await setUp(contextOf({ MAIL_FROM: 'hello@anna.org' }, { ask: () => Promise.reject(new Error('nothing is to be asked')) }));
    expect(parseEnv(file)).toEqual({ ...before, MAIL_FROM: 'hello@anna.org' });
    expect(file.split('\n').slice(0, 5)).toEqual(['# of ours', 'SITE_PORT=9000', '', 'ADMIN_EMAIL=anna@anna.org', 'MONGO_IMAGE=mongo:8']);
    expect([await endpoints(), (await webhooks()).length]).toEqual([[endpoint], 1]);
  });

  it('B4-563 adopts what stands, with the right events, and makes anew an endpoint whose secret nobody knows', async () => {
    const foreign = await sdk().webhookEndpoints.create({ url: 'https://other.anna.org/hook', enabled_events: ['charge.refunded'] });
    file = 'STRIPE_WEBHOOK_SECRETS=whsec_ofAnotherMode\nSTRIPE_WEBHOOK_ENDPOINT=we_ofAnotherMode\n';
    const unknown = await sdk().webhookEndpoints.create({ url: PAYMENTS, enabled_events: ['*'] });
    await setUp(contextOf());
    const known = parseEnv(file)['STRIPE_WEBHOOK_ENDPOINT']!;
    expect((await endpoints()).map(({ id }) => id).sort()).toEqual([foreign.id, known].sort());
    expect(said.join('\n')).toContain(`deleted the endpoint ${unknown.id}`);
    await sdk().webhookEndpoints.update(known, { enabled_events: ['charge.refunded'], disabled: true });
    const [webhook] = await webhooks();
    await mailWebhook(String(webhook!['id']), { method: 'PATCH', body: '{"open":true,"bounce":false}' });
    const before = file;
    await setUp(contextOf({}));
    const mended = (await endpoints()).find(({ id }) => id === known)!;
    expect([file, mended.status, [...mended.enabled_events].sort()]).toEqual([before, 'enabled', [...WEBHOOK_TYPES].sort()]);
    expect(await webhooks()).toEqual([expect.objectContaining({ id: webhook!['id'], open: false, bounce: true })]);
  });

  it('B4-563 says that no further endpoint is allowed, and writes nothing', async () => {
    stripe.faults.mostEndpoints = 0;
    await expect(setUp(contextOf())).rejects.toThrow(/Stripe refuses to register the webhook endpoint: .*maximum of 0/);
    expect(file).toBe('');
  });
});

/** Ends the set-up at one of its calls to a provider, before it or after it was carried out. */
function killedAt(call: number, when: 'before' | 'after') {
  let calls = 0;
  const watched = <T extends object>(account: T): T =>
    new Proxy(account, {
      get(target, name) {
        const method = Reflect.get(target, name) as (...words: unknown[]) => Promise<unknown>;
        return async (...words: unknown[]) => {
          calls += 1;
          const isLast = calls === call;
          if (isLast && when === 'before') throw new Error('killed');
          const answer = await method.apply(target, words);
          if (isLast) throw new Error('killed');
          return answer;
        };
      },
    });
  return {
    house: (env: House['env']) => {
      const house = houseAt(env);
      return { ...house, stripe: (key: string) => watched(house.stripe(key)), sendgrid: (key: string) => watched(house.sendgrid(key)) };
    },
    count: () => calls,
  };
}

it('B4-564 killed before or after any call to a provider and run again, there is one webhook at each, whose secret is written', async () => {
  // With an endpoint of before, so that deleting it is among the calls.
  const fresh = async () => {
    for (const { id } of await endpoints()) await sdk().webhookEndpoints.del(id);
    for (const { id } of await webhooks()) await mailWebhook(String(id), { method: 'DELETE' });
    await sdk().webhookEndpoints.create({ url: PAYMENTS, enabled_events: ['*'] });
    file = '';
  };
  await fresh();
  const all = killedAt(Infinity, 'after');
  await setUp(contextOf(ANSWERS, all));
  expect(all.count()).toBeGreaterThan(8);
  for (const when of ['before', 'after'] as const)
    for (let call = 1; call <= all.count(); call += 1) {
      await fresh();
      await expect(setUp(contextOf(ANSWERS, killedAt(call, when)))).rejects.toThrow(/killed|Nothing was registered/);
      // A site that sells keeps what it has until the new one is written.
      expect((await endpoints()).length).toBeGreaterThan(0);
      await setUp(contextOf());
      const [standing, told] = [await endpoints(), await webhooks()];
      const { STRIPE_WEBHOOK_ENDPOINT: id, SENDGRID_EVENT_PUBLIC_KEYS: key } = parseEnv(file);
      expect({ when, call, standing: standing.map((each) => each.id), told: told.map((each) => each['public_key']) }).toEqual({
        when,
        call,
        standing: [id],
        told: [key],
      });
    }
});

describe('a provider that fails', () => {
  it.each([
    ['Stripe answers 500', /Stripe does not answer as it should .*status 500/, () => (stripe.faults.failNext = 100)],
    ['Stripe answers nothing', /Stripe does not answer as it should .*no answer/, () => (stripe.faults.cutNext = 100)],
    ['SendGrid answers 500', /SendGrid does not answer as it should .*status 500/, () => (mail.faults.failNext = 100)],
    ['SendGrid is away', /SendGrid does not answer as it should .*no answer/, () => mail.close()],
  ])('B4-564 is said with what to do, asks nothing again, and writes nothing: %s', async (_what, message, fail) => {
    await fail();
    await expect(setUp(contextOf({}, { ask: asking() }))).rejects.toThrow('Nothing was registered or written');
    expect(said.join('\n')).toMatch(new RegExp(`unknown .*${message.source}.* https://status\\.`));
    expect(file).toBe('');
  });
});

/** A person who answers each question once, and the last one, whether to go on, by Enter. */
function asking(): (question: string) => Promise<string> {
  const typed = [...Object.values(ANSWERS), ''];
  return () => (typed.length > 0 ? Promise.resolve(typed.shift()!) : Promise.reject(new Error('asked again')));
}

describe('before anything is registered or written', () => {
  const wrongName = {
    house: (env: House['env']) => ({ ...houseAt(env), net: houseWith(env, { dns: { 'A www.concert.anna.org': ['192.0.2.9'] } }).net }),
  };

  it.each([
    ['mends it', '', []],
    ['goes on beside another row', 'go on doors', []],
    ['goes on beside it', 'go on www', [PAYMENTS]],
  ])('B4-570 a row that is not right stops the set-up, unless a person names it: %s', async (_what, said, registered) => {
    const typed = [...Object.values(ANSWERS), said];
    const ask = () => Promise.resolve(typed.shift()!);
    await setUp(contextOf({}, { ...wrongName, ask })).catch(() => undefined);
    expect([(await endpoints()).map(({ url }) => url), file !== '']).toEqual([registered, registered.length > 0]);
  });

  it('B4-570 without a terminal it goes on beside exactly the rows that --go-on names', async () => {
    await expect(setUp(contextOf(ANSWERS, { ...wrongName, goOn: ['name'] }))).rejects.toThrow('because of: www.');
    await setUp(contextOf(ANSWERS, { ...wrongName, goOn: ['www'] }));
    expect(parseEnv(file)).toMatchObject(ANSWERS);
  });
});

describe('--check', () => {
  it('B4-565 finds nothing wrong in what was set up, and changes nothing', async () => {
    await setUp(contextOf());
    const before = [file, await endpoints(), await webhooks()];
    expect(await checkSetup(contextOf({}))).toEqual([]);
    expect([file, await endpoints(), await webhooks()]).toEqual(before);
  });

  it.each<[string, RegExp, () => unknown]>([
    [
      'the endpoint is gone',
      /no webhook endpoint whose secret is known/,
      async () => sdk().webhookEndpoints.del((await endpoints())[0]!.id),
    ],
    ['its secret is gone', /no webhook endpoint whose secret is known/, () => (file = file.replace(/^STRIPE_WEBHOOK_SECRETS=.*$/m, ''))],
    [
      'the endpoint is of another account or mode',
      /no webhook endpoint whose secret is known/,
      () => (file = file.replace(/^(STRIPE_WEBHOOK_ENDPOINT=).*$/m, '$1we_other')),
    ],
    [
      'it is told of other events',
      /other events than the site handles/,
      async () => sdk().webhookEndpoints.update((await endpoints())[0]!.id, { enabled_events: ['*'] }),
    ],
    ['a second one stands', /several webhook endpoints/, () => sdk().webhookEndpoints.create({ url: PAYMENTS, enabled_events: ['*'] })],
    [
      'another verification key is written',
      /SENDGRID_EVENT_PUBLIC_KEYS has not the key/,
      () => (file = file.replace(/^(SENDGRID_EVENT_PUBLIC_KEYS=).*$/m, '$1MFkw')),
    ],
    ['the sender is proven no longer', /neither anna.org nor this address/, () => (mail.account.domains = [])],
    ['the email key is revoked', /does not know this key/, () => (mail.faults.revoked = true)],
  ])('B4-565 says it and changes nothing: %s', async (_what, message, breakIt) => {
    await setUp(contextOf());
    await breakIt();
    const before = [file, await endpoints()];
    const wrong = await checkSetup(contextOf({}));
    expect(wrong.map(({ words }) => words).join('\n')).toMatch(message);
    expect([file, await endpoints()]).toEqual(before);
    expectNoSecret(said.join('\n'));
  });
});
