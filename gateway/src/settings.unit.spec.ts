import { readSettings } from '@concert/service-kit/process/settings';
import { describe, expect, it } from '@jest/globals';
import { gatewaySettings, webSource } from './settings.ts';

describe('settings', () => {
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
