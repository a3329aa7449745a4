import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALLER_HEADER, IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import { fillPath, type Caller, type Route } from '@concert/contracts/core/route';
import { ROUTES } from '@concert/contracts/routes';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { keepSecrets } from '../dev/system/secrets.ts';
import { NO_SUCH } from './no-such.harness.ts';
import { SystemInspector } from './system-under-test.ts';

/*
 * Every route of every service, asked past the gateway with every token that is wrong for it. The routes come from the contracts, so a new
 * one is tried as soon as it is there.
 */

const SERVICES = ['svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'] as const;
type Service = (typeof SERVICES)[number];
const PROCESSES: readonly Caller[] = ['gateway', ...SERVICES];

const ALL = ROUTES.map(({ owner, name, route }): [string, Service, Route] => [`${owner}.${name}`, `svc-${owner}`, route]);
const INTERNAL = ALL.filter(([, , { access }]) => access === 'internal');
const FOR_PEOPLE = ALL.filter(([, , { access }]) => access !== 'internal');

const behind = new SystemInspector();
const { system } = behind;
/** An account that exists, so that a right token is heard everywhere. */
let admin: Identity;
const signers = new Map<Caller, IdentitySigner>();
const keys = new Map<Caller, KeyObject>();

beforeAll(async () => {
  const { email } = system.accounts.find(({ role }) => role === 'admin')!;
  const account = (await behind.document('svc-auth', 'users', { email })) as { _id: Identity['userId']; name: string };
  const sessionId = idFromBytes('session', new Uint8Array(17));
  admin = { userId: account._id, email, name: account.name, role: 'admin', sessionId, signedInAt: new Date().toISOString() };
  const { identityKeys } = await keepSecrets(system.dataFolder);
  for (const process of PROCESSES) {
    const { privateKey } = identityKeys[process].keys[0]!;
    signers.set(process, new IdentitySigner(process, privateKey));
    keys.set(process, createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }));
  }
});

afterAll(() => behind.close());

type Part = Record<string, unknown>;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Part;
const signed = (header: Part, claims: Part, key: KeyObject) => {
  const stated = `${encode(header)}.${encode(claims)}`;
  return `${stated}.${sign(null, Buffer.from(stated), key).toString('base64url')}`;
};
const without = (part: Part, name: string): Part => Object.fromEntries(Object.entries(part).filter(([key]) => key !== name));
const otherThan = <T>(all: readonly T[], ...these: readonly T[]): T => all.find((one) => !these.includes(one))!;

/** Every way in which a token that was right can be wrong, whatever its type. */
function spoiled(right: string, signer: Caller, service: Service): Record<string, string> {
  const [stated = '', said = '', signature = ''] = right.split('.');
  const [header, claims] = [decode(stated), decode(said)];
  const key = keys.get(signer)!;
  const elsewhere = otherThan(SERVICES, service);
  const neighbour = otherThan(PROCESSES, signer, service);
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const byHash = `${encode({ ...header, alg: 'HS256' })}.${said}`;
  const ago = Math.floor(Date.now() / 1_000) - 3_600;
  return {
    'for another service': signed(header, { ...claims, aud: elsewhere }, key),
    'for several services': signed(header, { ...claims, aud: [service, elsewhere] }, key),
    'for everybody': signed(header, { ...claims, aud: 'concert' }, key),
    'for nobody': signed(header, without(claims, 'aud'), key),
    'of the other type': signed({ ...header, typ: header['typ'] === 'person+jwt' ? 'caller+jwt' : 'person+jwt' }, claims, key),
    'of any type': signed({ ...header, typ: 'JWT' }, claims, key),
    'of no type': signed(without(header, 'typ'), claims, key),
    'that ended': signed(header, { ...claims, iat: ago, exp: ago + 60 }, key),
    'without an end': signed(header, without(claims, 'exp'), key),
    'without an issuer': signed(header, without(claims, 'iss'), key),
    'of a key nobody knows': signed(header, claims, generateKeyPairSync('ed25519').privateKey),
    "of another process's key": signed(header, claims, keys.get(neighbour)!),
    'with a key id nobody knows': signed({ ...header, kid: `../${String(header['kid'])}` }, claims, key),
    'without a key id': signed(without(header, 'kid'), claims, key),
    'without an algorithm': `${encode({ ...header, alg: 'none' })}.${said}.`,
    'without an algorithm, signed': `${encode({ ...header, alg: 'none' })}.${said}.${signature}`,
    'signed by the public key as a secret': `${byHash}.${createHmac('sha256', publicKey).update(byHash).digest('base64url')}`,
    'changed after it was signed': `${stated}.${encode({ ...claims, iat: Number(claims['iat']) - 1 })}.${signature}`,
    'sent twice': `${right}, ${right}`,
    empty: '',
    junk: 'e30.e30.e30',
  };
}

/** A token that somebody signs by an own key in the name of another. */
async function inTheNameOf(issuer: Caller, signer: Caller, token: Promise<string>): Promise<string> {
  const [stated = '', said = ''] = (await token).split('.');
  return signed(decode(stated), { ...decode(said), iss: issuer }, keys.get(signer)!);
}

type Headers = Readonly<Record<string, string>>;

/** What is tried at an internal route: tokens that are wrong, and right ones at the wrong place. */
async function triesOfCallers(service: Service, callers: readonly Caller[]): Promise<Record<string, Headers>> {
  const caller = callers[0]!;
  const right = await signers.get(caller)!.signCaller(service);
  const person = await signers.get('gateway')!.signIdentity(admin, service);
  const tries: Record<string, Headers> = {
    none: {},
    'of a person': { [CALLER_HEADER]: person },
    'of a person, signed by the caller': { [CALLER_HEADER]: await signers.get(caller)!.signIdentity(admin, service) },
    "of a person, in a person's header": { [IDENTITY_HEADER]: person },
    "that is right, in a person's header": { [IDENTITY_HEADER]: right },
    'that is right, beside that of a person': { [CALLER_HEADER]: right, [IDENTITY_HEADER]: person },
    'that is right, in both headers': { [CALLER_HEADER]: right, [IDENTITY_HEADER]: right },
  };
  for (const [what, token] of Object.entries(spoiled(right, caller, service))) tries[what] = { [CALLER_HEADER]: token };
  for (const stranger of PROCESSES.filter((process) => !callers.includes(process))) {
    const own = signers.get(stranger)!.signCaller(service);
    tries[`of ${stranger}`] = { [CALLER_HEADER]: await own };
    tries[`of ${stranger} in the name of ${caller}`] = { [CALLER_HEADER]: await inTheNameOf(caller, stranger, own) };
  }
  return tries;
}

/** What is tried at a route for people, likewise. */
async function triesOfPeople(service: Service): Promise<Record<string, Headers>> {
  const gateway = signers.get('gateway')!;
  const [right, caller] = [await gateway.signIdentity(admin, service), await gateway.signCaller(service)];
  const tries: Record<string, Headers> = {
    'of a caller': { [IDENTITY_HEADER]: caller },
    "of a caller, in a caller's header": { [CALLER_HEADER]: caller },
    "that is right, in a caller's header": { [CALLER_HEADER]: right },
    'that is right, beside that of a caller': { [IDENTITY_HEADER]: right, [CALLER_HEADER]: caller },
    'that is right, in both headers': { [IDENTITY_HEADER]: right, [CALLER_HEADER]: right },
  };
  for (const [what, token] of Object.entries(spoiled(right, 'gateway', service))) tries[what] = { [IDENTITY_HEADER]: token };
  for (const signer of SERVICES) {
    const own = signers.get(signer)!.signIdentity(admin, service);
    tries[`of ${signer}`] = { [IDENTITY_HEADER]: await own };
    tries[`of ${signer} in the name of the gateway`] = { [IDENTITY_HEADER]: await inTheNameOf('gateway', signer, own) };
  }
  return tries;
}

const paramsIn = (path: string) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, NO_SUCH[name] ?? 'nothing_of_this_name']));

async function ask(service: Service, route: Route, headers: Headers): Promise<[number, string]> {
  const response = await fetch(`${system.services[service]}${fillPath(route.path, paramsIn(route.path))}`, {
    method: route.method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    ...(route.method === 'GET' ? {} : { body: '{}' }),
  });
  const text = await response.text();
  return [
    response.status,
    response.headers.get('content-type')?.includes('json') ? String((JSON.parse(text) as { code?: string }).code) : '',
  ];
}

/** Asks with each of these headers. @returns what was answered to each */
async function askWith(service: Service, route: Route, tries: Record<string, Headers>): Promise<Record<string, [number, string]>> {
  const asked = Object.entries(tries).map(async ([what, headers]) => [what, await ask(service, route, headers)] as const);
  return Object.fromEntries(await Promise.all(asked));
}

const alike = (tries: Record<string, Headers>, answer: [number, string]) =>
  Object.fromEntries(Object.keys(tries).map((what) => [what, answer]));

describe('a token between processes', () => {
  it('B9-512 is tried at every route there is, and no internal one is for everybody or for its own service', () => {
    expect([INTERNAL.length, FOR_PEOPLE.length].every((count) => count > 5)).toBe(true);
    for (const [name, service, { callers = [] }] of INTERNAL)
      expect([name, callers.length > 0 && callers.length < PROCESSES.length, callers.includes(service)]).toEqual([name, true, false]);
  });

  it.each(INTERNAL)('B9-512 %s does not exist for whoever brings a wrong one', async (_, service, route) => {
    const tries = await triesOfCallers(service, route.callers!);
    expect(await askWith(service, route, tries)).toEqual(alike(tries, [404, 'request.not_found']));
  });

  it.each(FOR_PEOPLE)("B9-512 %s takes none but a person's, signed by the gateway for this service", async (_, service, route) => {
    const tries = await triesOfPeople(service);
    expect(await askWith(service, route, tries)).toEqual(alike(tries, [401, 'request.session_required']));
  });

  it.each(INTERNAL)('B9-512 %s hears each of its callers', async (_, service, route) => {
    for (const caller of route.callers!) {
      const answer = await ask(service, route, { [CALLER_HEADER]: await signers.get(caller)!.signCaller(service) });
      expect([caller, ...answer]).not.toEqual([caller, 404, 'request.not_found']);
    }
  });
});
