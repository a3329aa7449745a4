import { readSettings, SettingsError } from '@concert/service-kit/process/settings';
import { describe, expect, it } from '@jest/globals';
import { gatewaySettings, webSource } from './settings.ts';

const wrong = {
  SERVICE_PORT: '80a',
  PUBLIC_ORIGIN: 'ftp://concert.example',
  IDENTITY_PRIVATE_KEY: 'c2VjcmV0',
  PSEUDONYM_KEY: 'k'.repeat(32),
  AUTH_URL: 'svc-auth:8101',
  WEB_REMOTES: '{"other":"/x"}',
  TRUSTED_PROXIES: '10.0.0.0/64',
  RATE_LIMIT_PER_MINUTE: '0',
};

describe('settings', () => {
  it('names every fault at once and shows no value', () => {
    let text = '';
    try {
      readSettings(gatewaySettings, wrong);
    } catch (error) {
      if (error instanceof SettingsError) text = error.message;
    }
    const named = text
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(' ')[0]);
    expect(named.sort()).toEqual([
      'AUTH_URL',
      'BOOKING_URL',
      'IDENTITY_PRIVATE_KEY',
      'NOTIFY_URL',
      'PAYMENTS_LIVE',
      'PAYMENT_URL',
      'PSEUDONYM_KEY',
      'PUBLIC_ORIGIN',
      'RATE_LIMIT_PER_MINUTE',
      'SERVICE_PORT',
      'TRUSTED_PROXIES',
      'WEB_REMOTES',
      'WEB_SHELL',
    ]);
    for (const value of Object.values(wrong).filter((value) => value.length > 1)) expect(text).not.toContain(value);
  });

  it.each(['0.0.0.0/0', '0.0.0.0/1', '::/0', '2000::/3', '::ffff:0:0/96', '10.0.0.1, 0.0.0.0/0', 'caddy', 'name:', 'name:caddy, 10.0.0.1'])(
    'B9-539 trusts no network as wide as %s, behind which anybody could be',
    (TRUSTED_PROXIES) => {
      expect(() => readSettings(gatewaySettings, { TRUSTED_PROXIES })).toThrow(/TRUSTED_PROXIES must be/);
    },
  );

  it.each([
    '10.0.0.0/8',
    '172.18.0.0/16',
    '192.0.2.7',
    'fc00::/7',
    '2400:cb00::/32',
    '::ffff:10.0.0.0/104',
    'loopback, uniquelocal',
    'name:caddy',
  ])('trusts %s', (TRUSTED_PROXIES) => {
    expect(() => readSettings(gatewaySettings, { TRUSTED_PROXIES })).not.toThrow(/TRUSTED_PROXIES/);
  });

  it('takes files from a folder or from a server', () => {
    expect(webSource('https://web.example/')).toEqual({ kind: 'server', url: 'https://web.example' });
    expect(webSource('/srv/shell')).toEqual({ kind: 'folder', path: '/srv/shell' });
  });
});
