import { describe, expect, it } from '@jest/globals';
import { settingsRoutes } from '@concert/contracts/booking/settings';
import { settings } from '../../testing/settings.ts';
import { startOf } from '../organising/typed-start.tsx';
import { settingsBodyOf, fieldOf, valuesOf } from './settings-form.ts';
const values = valuesOf(settings);
const faults = (over: object) => {
  const checked = settingsRoutes.saveSettings.body.safeParse(settingsBodyOf({ ...values, ...over }, 4));
  return checked.success ? [] : checked.error.issues.map(({ path }) => fieldOf(`/${path.join('/')}`));
};

describe('the settings form', () => {
  it('sends back what it was given when nothing is changed', () => {
    expect(settingsBodyOf(values, 4)).toMatchObject({
      version: 4,
      title: 'Music',
      date: { local: '2027-07-03T18:00', timeZone: 'America/New_York' },
      lengthMinutes: 150,
      capacities: { 'General Seating': 500 },
      allotments: { h: 60 },
    });
    expect(faults({})).toEqual([]);
  });
  it.each([
    ['25', 2_500],
    ['25.5', 2_550],
    [' $1000.05 ', 100_005],
    ['0.50', 50],
  ])('takes a price of %j as %i cents', (typed, priceMinor) => {
    const prices = { ...values.prices, 'General Seating': typed };
    expect(values.prices['General Seating']).toBe('25.00');
    expect(settingsBodyOf({ ...values, prices }, 4).pricing['General Seating']).toMatchObject({
      priceMinor,
      defaultTickets: 1,
      maxTickets: 6,
    });
  });
  it('says which of two equal times only where there are two', () => {
    const night = { ...values, local: '2027-11-07T01:30', which: 'second' as const };
    expect(settingsBodyOf(night, 4).date.which).toBe('second');
    expect(settingsBodyOf({ ...night, local: '2027-11-07T03:30' }, 4).date.which).toBeUndefined();
    expect(startOf(night)?.toISOString()).toBe('2027-11-07T06:30:00.000Z');
    expect(startOf({ ...night, which: '' })).toBeUndefined();
    expect(startOf({ ...night, local: '2027-03-14T02:30' })).toBeUndefined();
  });
  it.each([
    [{ capacities: { ...values.capacities, 'General Seating': '12.5' } }, 'capacities.General Seating'],
    [{ allotments: { ...values.allotments, v: '-1' } }, 'allotments.v'],
    [{ accessible: { ...values.accessible, 'VIP Seating': 'two' } }, 'accessible.VIP Seating'],
    [{ companions: { ...values.companions, 'VIP Seating': '-3' } }, 'companions.VIP Seating'],
    [{ prices: { ...values.prices, 'VIP Seating': '0.49' } }, 'prices.VIP Seating'],
    [{ defaultTickets: { ...values.defaultTickets, 'Preferred Seating': '5' } }, 'defaultTickets.Preferred Seating'],
    [{ maxTickets: { ...values.maxTickets, 'General Seating': '7' } }, 'maxTickets.General Seating'],
    [{ protectedUntil: 'soon' }, 'protectedUntil'],
    [{ title: ' ' }, 'title'],
    [{ venueAddress: '' }, 'venueAddress'],
    [{ timeZone: 'Mars/Base' }, 'timeZone'],
    [{ local: '' }, 'local'],
    [{ lengthMinutes: '90 minutes' }, 'lengthMinutes'],
    [{ lengthMinutes: '0' }, 'lengthMinutes'],
    [{ siteUrl: 'javascript:alert(1)' }, 'siteUrl'],
    [{ notes: { ...values.notes, mapUrl: 'http://map.example' } }, 'notes.mapUrl'],
    [{ notes: { ...values.notes, doorsMinutes: 'an hour' } }, 'notes.doorsMinutes'],
    [{ notes: { ...values.notes, intervalMinutes: '121' } }, 'notes.intervalMinutes'],
    [{ notes: { ...values.notes, parking: 'A'.repeat(301) } }, 'notes.parking'],
    [{ supportPhone: '12' }, 'supportPhone'],
  ])('%j is a fault of %s', (over, field) => {
    expect(faults(over)).toEqual([field]);
  });
});
