import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkSecrets, secretsIn } from './check-secrets.ts';

/** Never whole in this file, which is looked through like any other. */
const planted = (...parts: string[]): string => parts.join('');
const random = (length: number): string => randomBytes(length).toString('hex').slice(0, length);

describe('the look for secrets', () => {
  it.each([
    ['a private key', planted('-----BEGIN PRIVATE', ' KEY-----\n', random(64))],
    ['a private key', planted('key: "-----BEGIN EC PRIVATE', ' KEY-----\\n', random(64), '"')],
    ['a key of the payment provider', planted('sk', '_live_', random(40))],
    ['a webhook secret', planted('wh', 'sec_', random(40))],
    ['a key of the email provider', planted('S', 'G.', random(22), '.', random(43))],
    ['a key of Google', planted('GOC', 'SPX-', random(28))],
    ['a key of a cloud', planted('AK', 'IA', random(16).toUpperCase())],
    ['a token of a code host', planted('gh', 'p_', random(36))],
    ['a token of a package registry', planted('_auth', 'Token=', random(36))],
    ['a signed token', planted('ey', 'J', random(20), '.ey', 'J', random(40), '.', random(43))],
    ['a password in an address', planted('mongodb://svc-booking', ':', random(32), '@mongo:27017/booking')],
    ['a value that looks like a secret', planted('AUTH_LINK_', `KEY=${randomBytes(32).toString('base64')}`)],
    ['a value that looks like a secret', planted('"pass', `word": "${randomBytes(24).toString('base64url')}0a"`)],
    ['a character that turns the direction of text', planted('if (isAdmin', '\u202E', ') {')],
  ])('B9-525 finds %s', (kind, text) => {
    expect(secretsIn(`first line\n${text}\n`)).toContainEqual(expect.objectContaining({ kind, line: 2 }));
  });

  it.each([
    'const url = `mongodb://${name}:${password}@mongo:27017`;',
    'mongodb://svc-booking:…@cluster.example/booking',
    "token: 'a-token-of-enough-length'",
    "secret: 'whsec_rotated_out_long_ago'",
    'STRIPE_SECRET_KEY=sk_test_…',
    'const password = requirePassword(request);',
  ])('leaves alone what is none: %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it('leaves alone what is known to be none, by a fingerprint', () => {
    const text = planted('sk', '_live_', random(40));
    const { fingerprint } = secretsIn(text)[0]!;
    expect(secretsIn(text, { [fingerprint]: 'planted' })).toEqual([]);
  });

  it('B9-525 finds none in any file of this checkout', () => {
    const { faults, files } = checkSecrets(join(import.meta.dirname, '..'));
    expect(faults).toEqual([]);
    expect(files).toBeGreaterThan(1_000);
  });
});
