import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { person, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { SettingsScreen } from './settings-screen.tsx';

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

let site: Site<typeof settingsRoutes>;

beforeEach(async () => {
  site = standInForSite(settingsRoutes, { showSettings: settings });
  await showScreen(<SettingsScreen />, { session: person('admin') });
  await screen.findByLabelText('Title');
});
afterEach(cleanup);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
const errorOf = (label: string) => document.getElementById(`${field(label).id}-error`)?.textContent;

describe('the settings', () => {
  it('are not sent while a value is wrong: the first wrong field takes the focus, and its fault goes when it is edited', async () => {
    type('General Seating', 'many');
    type('Title', ' ');
    await press('Save the settings');
    expect(screen.getByText('Nothing was saved')).toBeTruthy();
    expect(document.activeElement).toBe(field('Title'));
    expect([errorOf('Title'), errorOf('General Seating')]).toEqual(['Title is required', 'General Seating must be a whole number']);
    type('Title', 'Music');
    type('Premium Seating', '61');
    expect([errorOf('Title'), errorOf('General Seating')]).toEqual([undefined, 'General Seating must be a whole number']);
    type('General Seating', '400');
    expect(errorOf('General Seating')).toBeUndefined();
    expect(site.to('saveSettings')).toEqual([]);
  });

  it('show at its field what only the server finds, and keep what was typed', async () => {
    const errors = [{ pointer: '/capacities/VIP Seating', field: 'capacities.VIP Seating', detail: '31 are taken' }];
    site.answer({ saveSettings: refusal('booking.capacity_below_taken', { errors }) });
    type('VIP Seating', '29');
    await press('Save the settings');
    expect(errorOf('VIP Seating')).toBe('31 are taken');
    expect(document.activeElement).toBe(field('VIP Seating'));
    expect(field('VIP Seating').value).toBe('29');
    await press('Undo my changes');
    expect([field('VIP Seating').value, errorOf('VIP Seating'), screen.queryByText('Nothing was saved')]).toEqual(['30', undefined, null]);
  });

  it('ask before the state of the concert changes', async () => {
    site.answer({ saveSettings: { ...settings, version: 5, state: 'disabled' } });
    type('State', 'disabled');
    await press('Save the settings');
    expect(site.to('saveSettings')).toEqual([]);
    await press('Disable reservations');
    expect(site.to('saveSettings').map(({ body }) => [body.version, body.state])).toEqual([[4, 'disabled']]);
  });
});
