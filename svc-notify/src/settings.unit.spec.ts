import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readSettings, type SettingsError } from '@concert/service-kit/process/settings';
import { assertOwnProvider, notifySettings } from './settings.ts';

const REAL = `SG.${'a'.repeat(22)}.${'b'.repeat(43)}`;

/** Settings of these that are refused. */
function faultsOf(settings: Record<string, string>): string[] {
  try {
    readSettings(notifySettings, settings);
  } catch (error) {
    return (error as SettingsError).faults.map(({ setting }) => setting).filter((setting) => setting in settings);
  }
  return [];
}

describe('settings', () => {
  it('take several event keys while one is rotated out, and none', () => {
    const key = (kind: 'ec' | 'ed25519' = 'ec') =>
      (kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')).publicKey
        .export({ type: 'spki', format: 'der' })
        .toString('base64');
    for (const right of [`${key()}, ${key()}`, '']) expect(faultsOf({ SENDGRID_EVENT_PUBLIC_KEYS: right })).toEqual([]);
    for (const wrong of ['x', key('ed25519'), [key(), key(), key(), key()].join(',')])
      expect(faultsOf({ SENDGRID_EVENT_PUBLIC_KEYS: wrong })).toEqual(['SENDGRID_EVENT_PUBLIC_KEYS']);
  });

  it('take one address of the organisers', () => {
    expect(faultsOf({ CONTACT_EMAIL: 'a@b.co,c@d.co' })).toEqual(['CONTACT_EMAIL']);
  });

  it.each(['http://mail:8180', 'http://api.sendgrid.com', 'https://sendgrid.com.evil.test', 'https://evil.test'])(
    'never send a real key to %s',
    (SENDGRID_API_URL) => {
      expect(() => assertOwnProvider({ SENDGRID_API_KEY: REAL, SENDGRID_API_URL })).toThrow(
        /SENDGRID_API_URL must be unset, or an https:\/\/ address of sendgrid.com/,
      );
      expect(() => assertOwnProvider({ SENDGRID_API_KEY: 'SG.made-here.for-the-stand-in', SENDGRID_API_URL })).not.toThrow();
    },
  );

  it('B9-633 do not send the key of the stand-in to SendGrid itself', () => {
    expect(() => assertOwnProvider({ SENDGRID_API_KEY: 'SG.standin.abc', SENDGRID_API_URL: undefined })).toThrow(
      'SENDGRID_API_KEY is the key of a stand-in, and would be sent to SendGrid',
    );
    expect(() => assertOwnProvider({ SENDGRID_API_KEY: 'SG.standin.abc', SENDGRID_API_URL: 'http://mail:8180' })).not.toThrow();
  });

  it.each([undefined, 'https://api.eu.sendgrid.com'])('send a real key to SendGrid: %s', (SENDGRID_API_URL) => {
    expect(() => assertOwnProvider({ SENDGRID_API_KEY: REAL, SENDGRID_API_URL })).not.toThrow();
  });
});
