import { readSettings } from '@concert/service-kit/process/settings';
import { describe, expect, it } from '@jest/globals';
import { assertReachable, bookingSettings } from './settings.ts';

describe('settings', () => {
  it('B4-593 want an address that buyers can write to where real money is taken', () => {
    expect(() => assertReachable({ PAYMENTS_LIVE: true, CONTACT_EMAIL: undefined })).toThrow(/CONTACT_EMAIL is missing/);
    expect(() => assertReachable({ PAYMENTS_LIVE: true, CONTACT_EMAIL: 'office@venue.test' })).not.toThrow();
    expect(() => assertReachable({ PAYMENTS_LIVE: false, CONTACT_EMAIL: undefined })).not.toThrow();
    const { PAYMENTS_LIVE } = bookingSettings;
    expect(() => readSettings({ PAYMENTS_LIVE }, {})).toThrow(/PAYMENTS_LIVE is missing/);
  });
});
