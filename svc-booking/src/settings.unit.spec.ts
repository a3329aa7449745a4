import { readSettings } from '@concert/service-kit/process/settings';
import { describe, expect, it } from '@jest/globals';
import { bookingSettings } from './settings.ts';

describe('settings', () => {
  it('let exports give way to buyers as far as they can, unless somebody says otherwise', () => {
    const { BOOKING_EXPORT_NICENESS } = bookingSettings;
    expect(readSettings({ BOOKING_EXPORT_NICENESS }, {})).toEqual({ BOOKING_EXPORT_NICENESS: 19 });
    expect(readSettings({ BOOKING_EXPORT_NICENESS }, { BOOKING_EXPORT_NICENESS: '0' })).toEqual({ BOOKING_EXPORT_NICENESS: 0 });
    expect(() => readSettings({ BOOKING_EXPORT_NICENESS }, { BOOKING_EXPORT_NICENESS: '20' })).toThrow(/BOOKING_EXPORT_NICENESS/);
  });
});
