import { describe, expect, it } from '@jest/globals';
import type { ConcertSettings } from '@concert/contracts/booking/settings';
import { settingsRoutes } from '@concert/contracts/booking/settings';
import { bodyOf, fieldOf, startOf, valuesOf } from './settings-form.ts';

const settings: ConcertSettings = {
  version: 4,
  title: 'Music',
  heading: 'MUSIC',
  state: 'open',
  stateReason: 'Storm',
  cancellationNote: '',
  date: { local: '2027-07-03T18:00', timeZone: 'America/New_York', startsAt: '2027-07-03T22:00:00.000Z' },
  lengthMinutes: 150,
  venue: { name: 'Hall', address: 'Street 1' },
  supportEmail: 'info@concert.example',
  supportPhone: '(555) 123-4567',
  siteUrl: 'https://concert.example',
  categories: [
    { seating: 'General Seating', capacity: 500, sold: 3, held: 2 },
    { seating: 'Preferred Seating', capacity: 80, sold: 0, held: 0 },
    { seating: 'Premium Seating', capacity: 60, sold: 0, held: 0 },
    { seating: 'VIP Seating', capacity: 30, sold: 0, held: 0 },
  ],
  allotments: [
    { group: 'h', name: 'HDYC Family', capacity: 60, issued: 1, left: 59 },
    { group: 'v', name: 'VIP Tickets', capacity: 30, issued: 0, left: 30 },
    { group: 'f', name: 'Friends and Family', capacity: 60, issued: 0, left: 60 },
  ],
};
const values = valuesOf(settings);
const faults = (over: object) => {
  const checked = settingsRoutes.saveSettings.body.safeParse(bodyOf({ ...values, ...over }, 4));
  return checked.success ? [] : checked.error.issues.map(({ path }) => fieldOf(`/${path.join('/')}`));
};

describe('the settings form', () => {
  it('sends back what it was given when nothing is changed', () => {
    expect(bodyOf(values, 4)).toMatchObject({
      version: 4,
      title: 'Music',
      date: { local: '2027-07-03T18:00', timeZone: 'America/New_York' },
      lengthMinutes: 150,
      capacities: { 'General Seating': 500 },
      allotments: { h: 60 },
    });
    expect(faults({})).toEqual([]);
  });
  it('says which of two equal times only where there are two', () => {
    const night = { ...values, local: '2027-11-07T01:30', which: 'second' as const };
    expect(bodyOf(night, 4).date.which).toBe('second');
    expect(bodyOf({ ...night, local: '2027-11-07T03:30' }, 4).date.which).toBeUndefined();
    expect(startOf(night)?.toISOString()).toBe('2027-11-07T06:30:00.000Z');
    expect(startOf({ ...night, which: '' })).toBeUndefined();
    expect(startOf({ ...night, local: '2027-03-14T02:30' })).toBeUndefined();
  });
  it.each([
    [{ capacities: { ...values.capacities, 'General Seating': '12.5' } }, 'capacities.General Seating'],
    [{ allotments: { ...values.allotments, v: '-1' } }, 'allotments.v'],
    [{ title: ' ' }, 'title'],
    [{ venueAddress: '' }, 'venueAddress'],
    [{ timeZone: 'Mars/Base' }, 'timeZone'],
    [{ local: '' }, 'local'],
    [{ lengthMinutes: '90 minutes' }, 'lengthMinutes'],
    [{ lengthMinutes: '0' }, 'lengthMinutes'],
    [{ siteUrl: 'javascript:alert(1)' }, 'siteUrl'],
    [{ supportPhone: '12' }, 'supportPhone'],
  ])('%j is a fault of %s', (over, field) => {
    expect(faults(over)).toEqual([field]);
  });
});
