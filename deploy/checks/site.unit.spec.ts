import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sealSecrets } from '../../dev/system/sealed-secrets.ts';
import type { SendgridAccount } from '../accounts/sendgrid-account.ts';
import { backupCheck } from './backup.ts';
import { caaCheck } from './caa.ts';
import { certificateCheck } from './certificate.ts';
import type { Check } from './check.ts';
import type { Answer, House } from './house.ts';
import { Door } from './door.ts';
import { doorsCheck } from './doors.ts';
import { senderCheck } from './emails.ts';
import { envLinesCheck } from './env-lines.ts';
import { DOOR_OPEN, HERE, houseWith, saidBy, type Over } from './house.harness.ts';
import { nameCheck, wwwCheck } from './name.ts';
import { sendgridCheck } from './sendgrid.ts';
import { settingsCheck, switchedOffCheck } from './settings.ts';
import { stripeCheck } from './stripe.ts';

/* Each row: what is looked at, the house but for what is right, and what is said. */

const DOMAIN = 'concert.anna.org';
const A = (...addresses: string[]) => ({ [`A ${DOMAIN}`]: addresses });
const AAAA = (address: string) => ({ [`AAAA ${DOMAIN}`]: [address] });
const knock = (answer: Partial<Answer> | undefined) => ({
  knock: () => (answer ? Promise.resolve({ status: 200, headers: {}, body: 't', ...answer }) : Promise.reject(new Error('ECONNREFUSED'))),
});
const held = { entrance: () => Promise.resolve({ ...DOOR_OPEN, ask: undefined, held: new Map([[80, 'nginx (process 7)']]) }) };
const account = (domain: string, isSingle: boolean) => ({
  sendgrid: () =>
    ({
      domains: () => Promise.resolve(isSingle ? [] : [{ domain, valid: true, rows: [] }]),
      senders: () => Promise.resolve([{ email: `a@${domain}`, verified: true }]),
    }) as unknown as SendgridAccount,
});
const lines = (text: string) => ({ file: { isFolder: false, text, mode: 0o600, folderMode: 0o755 } });
const from = (MAIL_FROM: string) => ({ MAIL_FROM, SENDGRID_API_KEY: 'SG.own' });
const issue = (...names: string[]) => ({ 'CAA anna.org': names.map((name) => ({ critical: 0, issue: name })) });
const inside = { from: 'inside' as const, machine: { addresses: ['172.18.0.5'] } };
const live = { STRIPE_SECRET_KEY: 'sk_live_a' };

const shown = (ends: string, fault?: string) => ({
  ...inside,
  net: { certificate: () => Promise.resolve({ ends: Date.parse(ends), ...(fault && { fault }) }) },
});

const ROWS: [string, Check, Over, RegExp, House['env']?][] = [
  ['one row that leads here', nameCheck, {}, /^green concert\.anna\.org leads to 203\.0\.113\.7\.$/],
  ['a second row that leads elsewhere', nameCheck, { dns: A(HERE, '192.0.2.9') }, /^red .*\(192\.0\.2\.9\); this one has 203\.0/],
  [
    'another server that answers',
    nameCheck,
    { dns: A('192.0.2.9'), net: knock({ body: 'hello', headers: { server: 'nginx' } }) },
    /^red .*192\.0\.2\.9, where nginx answers/,
  ],
  ['a private address', nameCheck, { dns: A('192.168.1.2') }, /^red .*private address/],
  ['IPv6 that this machine has not', nameCheck, { dns: AAAA('2001:db8::1') }, /^red .*this machine has none.*AAAA record/],
  ['one row that leads here, asked in a container', nameCheck, inside, /^green concert\.anna\.org leads to 203\.0\.113\.7\.$/],
  ['IPv6, which a container has not', nameCheck, { ...inside, dns: AAAA('2001:db8::1') }, /^unknown /],
  [
    'a proxy in front',
    nameCheck,
    { dns: A('192.0.2.9'), net: knock({ headers: { 'cf-ray': '1' } }) },
    /^advice .*Cloudflare stands in front.*DNS only/,
  ],
  ['a router in front', nameCheck, { machine: { addresses: ['10.0.0.2'] }, net: knock({}) }, /^green .*through a router/],
  [
    'a router that does not lead back',
    nameCheck,
    { machine: { addresses: ['10.0.0.2'] }, net: knock(undefined) },
    /^unknown .*mobile network/,
  ],
  ['a domain of nobody', nameCheck, {}, /^red .*not a domain of your own/, { DOMAIN: 'concert.example' }],
  ['a domain without DNS', nameCheck, {}, /^red .*has no address in DNS/, { DOMAIN: 'concert.berta.org' }],
  ['no www', wwwCheck, { dns: { [`A www.${DOMAIN}`]: [] } }, /^advice www\.concert\.anna\.org has no address/],
  ['no CAA row', caaCheck, {}, /^green/],
  [
    'a CAA row of another authority',
    caaCheck,
    { dns: issue('digicert.com', ';') },
    /^red .*anna\.org allow only digicert\.com.*0 issue "letsencrypt\.org"/,
  ],
  ['CAA rows with ours among them', caaCheck, { dns: issue('digicert.com', 'LetsEncrypt.org; validationmethods=http-01') }, /^green/],
  ['open doors', doorsCheck, {}, /^green .*reached by .*from outside only/],
  ['a port that another program holds', doorsCheck, { net: held }, /^red Port 80 is held by nginx \(process 7\)\./],
  [
    'a closed port 443',
    doorsCheck,
    { net: { connect: () => Promise.reject(new Error('ECONNREFUSED')) } },
    /^red .*port 443 at 203\.0\.113\.7/,
  ],
  ['doors of a name that leads elsewhere', doorsCheck, { dns: A('192.0.2.9') }, /^unknown .*row "name" first/],
  ['a verified domain', senderCheck, account('anna.org', false), /^green/, from('a@anna.org')],
  ['a verified domain without DMARC', senderCheck, account('b.org', false), /^advice .*_dmarc\.b\.org/, from('a@b.org')],
  [
    'a single sender that its domain refuses',
    senderCheck,
    { ...account('mail.b.org', true), dns: { 'TXT _dmarc.b.org': [['v=DMARC1; p=none; ', 'sp=reject']] } },
    /^red .*DMARC p=reject/,
    from('a@mail.b.org'),
  ],
  ['a single sender', senderCheck, account('anna.org', true), /^advice .*more emails arrive/, from('a@anna.org')],
  ['a sender that is nobody', senderCheck, {}, /^red .*not an email address/, from('tickets@concert.example')],
  ['a public Stripe key', stripeCheck, {}, /^red That is not a Stripe secret key/, { STRIPE_SECRET_KEY: 'pk_test_a' }],
  ['a key of another mode', stripeCheck, {}, /^red That is a test key/, { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_MODE: 'live' }],
  ['a key that is none of SendGrid', sendgridCheck, {}, /^red That is not a SendGrid key/, { SENDGRID_API_KEY: 'sk_test_a' }],
  [
    'a key of SendGrid that may only send',
    sendgridCheck,
    { sendgrid: () => ({ scopes: () => Promise.resolve(['mail.send']) }) as unknown as SendgridAccount },
    /^red The key lacks rights that the site needs: (user\.webhooks\.event\.settings\.(read|create|update)(, |\. )){3}At/,
    { SENDGRID_API_KEY: 'SG.own' },
  ],
  ['settings that end a start', settingsCheck, {}, /^red .*STRIPE_MODE must be own, test or live: /, { STRIPE_MODE: 'production' }],
  ['.env with readable lines', envLinesCheck, lines('# of ours\nexport A = 1\n\nB="x y" # why\nC=\'a$b#\'\n'), /^green/],
  ['.env with a name twice', envLinesCheck, lines('A=1\nB=2\nA=3'), /^red .*A stands in line 1 and in line 3/],
  [
    '.env with typographic quotes',
    envLinesCheck,
    lines('A=1\nB=“secret”'),
    /^red .*Line 2 has typographic quotation marks around B(?!.*secret)/,
  ],
  ['.env with a sign nobody sees', envLinesCheck, lines('A=se\u00a0cret'), /^red .*Line 1 has signs in A(?!.*cret)/],
  ['.env with an open quote', envLinesCheck, lines('A="x'), /^red .*Line 1 has a quotation mark in A that is not closed/],
  ['.env with a $', envLinesCheck, lines('A=a$b'), /^red .*Line 1 has a \$ in A/],
  ['.env with a # in a value', envLinesCheck, lines('A=a#b'), /^red .*Line 1 has a # in A/],
  ['.env with a line that is none', envLinesCheck, lines('A: 1'), /^red .*Line 1 is no setting/],
  ['nothing that is off', switchedOffCheck, {}, /^green/],
  ['passkeys off', switchedOffCheck, {}, /^red .*AUTH_PASSKEYS_DEMANDED lets organisers in/, { AUTH_PASSKEYS_DEMANDED: 'false', ...live }],
  [
    'passkeys neither on nor off',
    switchedOffCheck,
    {},
    /^red .*AUTH_PASSKEYS_DEMANDED must be true, false/,
    { AUTH_PASSKEYS_DEMANDED: 'nein' },
  ],
  ['approvals off', switchedOffCheck, {}, /^advice .*AUTH_APPROVALS lets one person/, { AUTH_APPROVALS: 'off', ...live }],
  ['another proxy', switchedOffCheck, {}, /^red .*TRUSTED_PROXIES does not name the entrance/, { TRUSTED_PROXIES: '203.0.113.0/24' }],
  ['a second way in', switchedOffCheck, {}, /^red .*SITE_BIND lets everyone/, { SITE_BIND: '0.0.0.0' }],
  ['no backups', switchedOffCheck, {}, /^red .*BACKUP_EVERY_MINUTES must be/, { BACKUP_EVERY_MINUTES: '0' }],
  ['no key of backups', switchedOffCheck, {}, /^red .*BACKUP_KEY must be 64/, { BACKUP_KEY: 'abc' }],
  [
    'words that are none',
    switchedOffCheck,
    {},
    /^red .*CONCERT_STATE must be.*LOG_LEVEL must be/,
    { CONCERT_STATE: 'opne', LOG_LEVEL: 'loud' },
  ],
  ['a certificate', certificateCheck, inside, /^green .* good for 61 days\.$/],
  ['one that was not renewed', certificateCheck, shown('2026-12-12T11:00:00Z'), /^red .*ends in 13 days\. .*logs caddy/],
  ['one of nobody who is trusted', certificateCheck, shown('2027-01-28', 'SELF_SIGNED_CERT_IN_CHAIN'), /^red .*refused \(SELF_SIGNED/],
  ['no entrance', certificateCheck, { ...inside, net: { certificate: () => Promise.reject(new Error('x')) } }, /^unknown /],
  ['certificates for tests', switchedOffCheck, {}, /^red .*ACME_CA/, { ACME_CA: 'https://acme-staging-v02.api.letsencrypt.org/directory' }],
  ['another address', switchedOffCheck, {}, /^red .*PUBLIC_ORIGIN is another/, { PUBLIC_ORIGIN: 'https://b.org' }],
  ['no entrance', switchedOffCheck, {}, /^red .*COMPOSE_PROFILES lacks domain/, { COMPOSE_PROFILES: 'monitoring' }],
];

describe('the site', () => {
  it.each(ROWS)('B4-596 is told: %s', async (_what, check, over, said, env = {}) => {
    expect(await saidBy(check, houseWith({ DOMAIN, COMPOSE_PROFILES: 'domain', ...env }, over))).toMatch(said);
  });
});

describe('the newest backup', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'backups-'));
  const [BACKUP_KEY, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  beforeAll(async () => {
    mkdirSync(path.join(folder, '2026-11-28T10-30-00Z'));
    await sealSecrets(folder, '{}', Buffer.from(BACKUP_KEY, 'hex'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['in time', { BACKUP_KEY }, '2026-11-28T12:00:00Z', /^green .* 90 minutes old/],
    ['too old', { BACKUP_KEY }, '2026-11-28T12:31:00Z', /^red .*logs upkeep/],
    ['as old as it may be', { BACKUP_KEY, BACKUP_EVERY_MINUTES: '600' }, '2026-11-28T15:00:00Z', /^green/],
    ['of another key', { BACKUP_KEY: other }, '2026-11-28T12:00:00Z', /BACKUP_KEY is another key/],
  ])('B4-597 is told: %s', async (_what, env, now, said) => {
    const house = houseWith(env, { backups: folder, from: 'inside', now: () => Date.parse(now) });
    expect(await saidBy(backupCheck, house).catch((error: Error) => error.message)).toMatch(said);
  });
});

it('B4-598 a door answers for a minute the tokens that it issued, and nobody else’s', () => {
  let now = 0;
  const [door, another] = [new Door(() => now), new Door(() => now)];
  const at = `/.well-known/door-check/${door.issue()}`;
  expect([door.answer(at), another.answer(at), door.answer('/x')]).toEqual([at.split('/')[3], undefined, undefined]);
  expect(door.answer('/.well-known/door-check/')).not.toBe(another.answer('/.well-known/door-check/'));
  now = 60_001;
  expect(door.answer(at)).toBeUndefined();
});
