import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

/* The page of calls that only a stand-in has answered names each call that the site makes, and the stand-ins answer each. */

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = (...patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .filter((file) => !/[.](spec|harness)[.]ts$/.test(file))
    .map(read)
    .join('\n');

const EVENT_SETTINGS = '/v3/user/webhooks/event/settings';
const STRIPE_CALL = /\bstripe[.]((?:\w+\s*[.])+)(create|retrieve|retrieveCurrent|list|update|del|expire)\(/g;
const SENDGRID_CALL = /\bcall(?:IfAllowed)?\('(\w+)', (?:'([^'?]+)|SETTINGS\b|`\$\{SETTINGS\}([^`]+)`)/g;
const STAND_IN_CALL = /\b(?:add\(\s*'(\w+)'|(change)\(|app[.](post)\(),?\s*(?:'(\/v[^']+)'|SETTINGS\b|`\$\{SETTINGS\}([^`]+)`)/g;

const METHODS: Readonly<Record<string, [verb: string, rest: string]>> = {
  create: ['POST', ''],
  list: ['GET', ''],
  retrieve: ['GET', '/:id'],
  retrieveCurrent: ['GET', ''],
  update: ['POST', '/:id'],
  del: ['DELETE', '/:id'],
  expire: ['POST', '/:id/expire'],
};

/** `webhookEndpoints.` as it stands in an address. */
const resource = (chain: string) =>
  chain === 'accounts.'
    ? 'account'
    : chain
        .replaceAll(/\s/g, '')
        .slice(0, -1)
        .replaceAll('.', '/')
        .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const stripeCalls = () =>
  [...sources('svc-payment/src/**/*.ts', 'deploy/accounts/*.ts').matchAll(STRIPE_CALL)].map(([, chain = '', method = '']) => {
    const [verb, rest] = METHODS[method]!;
    // Of balances there is one.
    return `${verb} /v1/${resource(chain)}${chain === 'balance.' ? '' : rest}`;
  });
const sendgridCalls = () => [
  ...[...sources('svc-notify/src/**/*.ts', 'deploy/accounts/*.ts').matchAll(SENDGRID_CALL)].map(
    ([, verb = '', own, below = '']) => `${verb} ${own ?? EVENT_SETTINGS + below.replace(/\$\{\w+\}/, ':id')}`,
  ),
  // @sendgrid/mail knows one call.
  ...(sources('svc-notify/src/provider/*.ts').includes("'@sendgrid/mail'") ? ['POST /v3/mail/send'] : []),
];
const answered = () =>
  [...sources('packages/stand-ins/src/{stripe,mail}/*.ts').matchAll(STAND_IN_CALL)].map(
    ([, verb, isChange, isPost, own, below = '']) =>
      `${verb ?? (isChange ? 'PATCH' : isPost!.toUpperCase())} ${own ?? EVENT_SETTINGS + below}`,
  );
const listed = () => [...read('docs/provider-calls.md').matchAll(/^\| `([A-Z]+ \/v\d\/[^`]+)` \|/gm)].map(([, call = '']) => call);

describe('docs/provider-calls.md', () => {
  it('B4-569 names every call that the site makes at a provider, and no other', () => {
    const made = [...new Set([...stripeCalls(), ...sendgridCalls()])];
    expect(made.length).toBeGreaterThan(20);
    expect(listed().sort()).toEqual(made.sort());
  });

  it('B4-569 names nothing that no stand-in answers', () => {
    const known = answered();
    expect(listed().filter((call) => !known.includes(call))).toEqual([]);
  });
});
