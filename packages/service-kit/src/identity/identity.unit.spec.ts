import { createPrivateKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { KeyRing } from '@concert/test-kit/keys';
import { numberedPerson } from '@concert/test-kit/numbered';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { IdentitySigner, IdentityVerifier, IDENTITY_SECONDS } from './identity.ts';

const keys = new KeyRing(['gateway', 'svc-booking']);
const anna = numberedPerson(0, { role: 'organiser', signedInAt: '2026-11-21T12:00:00.000Z' });
const signerOf = (name: 'gateway' | 'svc-booking') => new IdentitySigner(name, keys.settingsFor(name).IDENTITY_PRIVATE_KEY);
const newVerifier = () =>
  new IdentityVerifier('svc-booking', JSON.parse(keys.settingsFor('gateway').IDENTITY_PUBLIC_KEYS) as Record<string, string[]>);

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

describe('a signed identity', () => {
  it('is signed once for a while, and anew as soon as anything about the person changed', async () => {
    const gateway = signerOf('gateway');
    const first = await gateway.signIdentity(anna, 'svc-booking');
    expect(await gateway.signIdentity({ ...anna }, 'svc-booking')).toBe(first);
    const demoted = await gateway.signIdentity({ ...anna, role: 'buyer' }, 'svc-booking');
    const verifier = newVerifier();
    expect([await verifier.identity(first), await verifier.identity(demoted)]).toEqual([anna, { ...anna, role: 'buyer' }]);
    jest.advanceTimersByTime(20_000);
    const later = await gateway.signIdentity(anna, 'svc-booking');
    expect(later).not.toBe(first);
    expect(await verifier.identity(later)).toEqual(anna);
  });

  it('is always sent with most of its life before it', async () => {
    const gateway = signerOf('gateway');
    for (let asked = 0; asked < 100; asked += 1) {
      const { exp } = JSON.parse(Buffer.from((await gateway.signIdentity(anna, 'svc-booking')).split('.')[1]!, 'base64url').toString()) as {
        exp: number;
      };
      expect(exp * 1_000 - Date.now()).toBeGreaterThanOrEqual((IDENTITY_SECONDS * 1_000) / 2);
      jest.advanceTimersByTime(1_000);
    }
  });

  it('counts until it expires, however often it was looked at before', async () => {
    const token = await signerOf('gateway').signIdentity(anna, 'svc-booking');
    const verifier = newVerifier();
    expect(await verifier.identity(token)).toEqual(anna);
    jest.advanceTimersByTime((IDENTITY_SECONDS + 4) * 1_000);
    expect(await verifier.identity(token)).toEqual(anna);
    jest.advanceTimersByTime(2_000);
    expect(await verifier.identity(token)).toBeUndefined();
    expect(await newVerifier().identity(token)).toBeUndefined();
  });

  it('that was good says nothing for one that differs from it by a letter', async () => {
    const token = await signerOf('gateway').signIdentity(anna, 'svc-booking');
    const verifier = newVerifier();
    expect(await verifier.identity(token)).toEqual(anna);
    const [header, claims, signature] = token.split('.') as [string, string, string];
    const other = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), identity: { ...anna, role: 'admin' } }),
    ).toString('base64url');
    expect(await verifier.identity(`${header}.${other}.${signature}`)).toBeUndefined();
  });

  it('speaks for a person only when the gateway signed it, and for a process never, at the first look and at the next', async () => {
    const [own, planted] = [
      await signerOf('gateway').signIdentity(anna, 'svc-booking'),
      await signerOf('svc-booking').signIdentity(anna, 'svc-booking'),
    ];
    const verifier = newVerifier();
    for (const look of ['first', 'next']) {
      expect([look, await verifier.identity(own), await verifier.caller(own)]).toEqual([look, anna, undefined]);
      expect([look, await verifier.identity(planted), await verifier.caller(planted)]).toEqual([look, undefined, undefined]);
    }
  });

  it('B9-507 says nothing when it is forged, old, unsigned, of another type or for another service', async () => {
    const kid = decodeProtectedHeader(await signerOf('gateway').signIdentity(anna, 'svc-booking')).kid!;
    const stated = { alg: 'EdDSA', kid, typ: 'person+jwt' };
    const said = { identity: anna, iss: 'gateway', aud: 'svc-booking', iat: Date.now() / 1_000, exp: Date.now() / 1_000 + 60 };
    const token = (header: object, claims: object, { privateKey } = keys.pair('gateway')) =>
      new SignJWT({ ...said, ...claims })
        .setProtectedHeader({ ...stated, ...header })
        .sign(createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }));
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await newVerifier().identity(await token({}, {}))).toEqual(anna);
    for (const wrong of [
      ...['', 'junk', `${encode({ ...stated, alg: 'none' })}.${encode(said)}.`],
      await token({}, {}, makeKeyPair()),
      await token({}, {}, keys.pair('svc-booking')),
      await token({}, { exp: said.iat - 10 }),
      await token({}, { aud: 'svc-auth' }),
      await token({ kid: 'gateway' }, {}),
      ...(await Promise.all(['caller+jwt', 'JWT'].map((typ) => token({ typ }, {})))),
    ])
      expect([wrong, await newVerifier().identity(wrong)]).toEqual([wrong, undefined]);
  });

  it('B9-622 counts while its key changes: the new one is known before it signs, the old one as long as it is listed', async () => {
    const [before, after] = [keys.pair('gateway'), makeKeyPair()];
    const knowing = (...pairs: { publicKey: string }[]) =>
      new IdentityVerifier('svc-booking', { gateway: pairs.map(({ publicKey }) => publicKey) });
    const [old, next] = [before, after].map(({ privateKey }) => new IdentitySigner('gateway', privateKey)) as [
      IdentitySigner,
      IdentitySigner,
    ];
    const [first, second] = [await old.signIdentity(anna, 'svc-booking'), await next.signIdentity(anna, 'svc-booking')];
    for (const verifier of [knowing(before, after), knowing(after, before)])
      expect([await verifier.identity(first), await verifier.identity(second)]).toEqual([anna, anna]);
    const done = knowing(after);
    expect([await done.identity(first), await done.identity(second)]).toEqual([undefined, anna]);
  });

  it('B9-622 is of the process whose key signed it, though that process has several', async () => {
    const [gateway, booking] = [[makeKeyPair(), makeKeyPair()], [makeKeyPair()]];
    const publicKeys = (pairs: { publicKey: string }[]) => pairs.map(({ publicKey }) => publicKey);
    const verifier = new IdentityVerifier('svc-auth', { gateway: publicKeys(gateway), 'svc-booking': publicKeys(booking) });
    const by = (name: 'gateway' | 'svc-booking', pair: { privateKey: string }) =>
      new IdentitySigner(name, pair.privateKey).signCaller('svc-auth');
    expect([await verifier.caller(await by('gateway', gateway[1]!)), await verifier.caller(await by('svc-booking', booking[0]!))]).toEqual([
      'gateway',
      'svc-booking',
    ]);
    for (const forged of [await by('gateway', booking[0]!), await by('svc-booking', gateway[1]!)])
      expect(await verifier.caller(forged)).toBeUndefined();
  });
});
