import { describe, expect, it } from '@jest/globals';
import { assertOwnProvider } from './settings.ts';

const REAL = `SG.${'a'.repeat(22)}.${'b'.repeat(43)}`;

describe('settings', () => {
  it.each(['http://mail:8180', 'http://api.sendgrid.com', 'https://sendgrid.com.evil.test', 'https://evil.test'])(
    'never send a real key to %s',
    (SENDGRID_API_URL) => {
      expect(() => assertOwnProvider({ SENDGRID_API_KEY: REAL, SENDGRID_API_URL })).toThrow(
        /SENDGRID_API_URL must be unset, or an https:\/\/ address of sendgrid.com/,
      );
      expect(() => assertOwnProvider({ SENDGRID_API_KEY: 'SG.made-here.for-the-stand-in', SENDGRID_API_URL })).not.toThrow();
    },
  );

  it('B9-42 do not send the key of the stand-in to SendGrid itself', () => {
    expect(() => assertOwnProvider({ SENDGRID_API_KEY: 'SG.standin.abc', SENDGRID_API_URL: undefined })).toThrow(
      'SENDGRID_API_KEY is the key of a stand-in, and would be sent to SendGrid',
    );
    expect(() => assertOwnProvider({ SENDGRID_API_KEY: 'SG.standin.abc', SENDGRID_API_URL: 'http://mail:8180' })).not.toThrow();
  });

  it.each([undefined, 'https://api.eu.sendgrid.com'])('send a real key to SendGrid: %s', (SENDGRID_API_URL) => {
    expect(() => assertOwnProvider({ SENDGRID_API_KEY: REAL, SENDGRID_API_URL })).not.toThrow();
  });
});
