import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { settingsRoutes } from '@concert/contracts/booking/settings';
import { person, pressNow as press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { settings } from '../../testing/settings.ts';
import { SettingsScreen } from './settings-screen.tsx';

let site: Site<typeof settingsRoutes>;

beforeEach(async () => {
  // Hundreds of options would be looked at again for every control that a test names.
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['America/New_York', 'Europe/Berlin']);
  site = standInForSite(settingsRoutes, { showSettings: settings });
  await showScreen(<SettingsScreen />, { session: person('admin') });
  await screen.findByLabelText('Title');
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const errorOf = (label: string) => document.getElementById(`${field(label).id}-error`)?.textContent;

describe('the settings', () => {
  it('are not sent while a value is wrong: the first wrong field takes the focus, and its fault goes when it is edited', async () => {
    type('General Seating, seats to sell', 'many');
    type('Title', ' ');
    await press('Save the settings');
    expect(screen.getByText('Nothing was saved')).toBeTruthy();
    expect(document.activeElement).toBe(field('Title'));
    expect([errorOf('Title'), errorOf('General Seating, seats to sell')]).toEqual([
      'Title is required',
      'General Seating must be a whole number',
    ]);
    type('Title', 'Music');
    type('Premium Seating, seats to sell', '61');
    expect([errorOf('Title'), errorOf('General Seating, seats to sell')]).toEqual([undefined, 'General Seating must be a whole number']);
    type('General Seating, seats to sell', '400');
    expect(errorOf('General Seating, seats to sell')).toBeUndefined();
    expect(site.to('saveSettings')).toEqual([]);
  });

  it('B5-582 have a bar to save them from the first change on, a list of their sections, and the zones to choose from', async () => {
    expect(screen.queryByRole('button', { name: 'Save the settings' })).toBeNull();
    type('Title', 'Another evening');
    expect(screen.getByRole('button', { name: 'Save the settings' })).toBeTruthy();
    await press('Undo my changes');
    expect(screen.queryByRole('button', { name: 'Save the settings' })).toBeNull();
    const sections = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('button');
    for (const section of sections) {
      fireEvent.click(section);
      expect(document.querySelector('.chosen > legend')?.textContent).toBe(section.textContent);
      expect(section.getAttribute('aria-current')).toBe('true');
    }
    expect(sections).toHaveLength(document.querySelectorAll('form > fieldset').length);
  });

  it('B4-583 find a zone by typing: each is offered once by its name of today, and no half of a name breaks the screen', () => {
    const offered = [...field('Time zone').list!.options].map(({ value }) => value);
    expect(offered).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv']));
    expect(new Set(offered).size).toBe(offered.length);
    type('Time zone', 'Europe/Ber');
    expect(screen.getByText('Choose a date and time that exists')).toBeTruthy();
    type('Time zone', 'america/new york');
    expect(screen.queryByText('Choose a date and time that exists')).toBeNull();
  });

  it('B3-524 protect accessible seats and seats for companions, until a day, and let one companion in for nothing', async () => {
    site.answer({ saveSettings: { ...settings, version: 5 } });
    type('VIP Seating, accessible seats', '2');
    type('VIP Seating, companion seats', '6');
    type('Protected until', '2027-06-26');
    type('One companion pays nothing', 'yes');
    await press('Save the settings');
    expect(site.to('saveSettings')[0]?.body).toMatchObject({
      protectedSeats: { 'VIP Seating': { accessible: 2, companions: 6 }, 'General Seating': { accessible: 0, companions: 0 } },
      access: { protectedUntil: '2027-06-26', freeCompanion: true },
    });
  });

  it('say whether tickets can be given back, until when, and what then becomes of money and seats; and what was changed', async () => {
    const giveBack = { allowed: false, untilMinutes: 60, when: 'at once', first: true, guests: 'VIP Seating' } as const;
    site.answer({ saveSettings: { ...settings, version: 5, giveBack } });
    type('Until, minutes before', 'soon');
    await press('Save the settings');
    expect(errorOf('Until, minutes before')).toBe('Minutes before the concert must be a whole number');
    type('Until, minutes before', '60');
    type('Buyers may give tickets back', 'no');
    type('Refunded', 'at once');
    type('Returned seats first', 'yes');
    type('Seats of guests', 'VIP Seating');
    await press('Save the settings');
    expect(site.to('saveSettings').map(({ body }) => body.giveBack)).toEqual([giveBack]);
    expect(screen.getAllByRole('listitem').flatMap(({ textContent }) => (/: .* to /.test(textContent) ? [textContent] : []))).toEqual([
      'Buyers may give tickets back: yes to no',
      'Until, minutes before: 120 to 60',
      'Refunded: When someone pays for the seats to At once',
      'Returned seats first: no to yes',
      'Seats of guests: Back to their group to To the sale of VIP Seating',
    ]);
  });

  it('B4-529 set the price of a category and the tickets of a booking, say at its field what cannot be, and what was changed', async () => {
    type('Preferred Seating, price', '0.10');
    type('Preferred Seating, most tickets', '3');
    await press('Save the settings');
    expect([errorOf('Preferred Seating, price'), site.to('saveSettings')]).toEqual(['Price must be at least 0.50', []]);
    type('Preferred Seating, price', '480.50');
    await press('Save the settings');
    expect(errorOf('Preferred Seating, default tickets')).toBe('Default tickets must not be more than the maximum');
    type('Preferred Seating, default tickets', '3');
    type('Preferred Seating, description', '');
    await press('Save the settings');
    expect(errorOf('Preferred Seating, description')).toBe('What it is is required');
    type('Preferred Seating, description', 'Rows 2 to 5');
    expect(screen.getByRole('complementary').textContent).toContain('Preferred Rows 2 to 5$480.50 for up to 3 seats');
    const pricing = {
      ...settings.pricing,
      'Preferred Seating': { about: 'Rows 2 to 5', priceMinor: 48_050, defaultTickets: 3, maxTickets: 3 },
    };
    site.answer({
      saveSettings: { ...settings, version: 5, pricing, sale: { opens: '2027-05-02T10:00', ends: '' }, stateReason: 'S'.repeat(61) },
    });
    await press('Save the settings');
    const saved = document.activeElement as HTMLElement;
    expect(within(saved).getByRole('status').textContent).toContain('The settings are saved.');
    expect(
      within(saved)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Reason shown while disabled or postponed: changed',
      'Sale opens: 2027-05-01 10:00 to 2027-05-02 10:00',
      'Preferred Seating, description: Nearer to the stage than General to Rows 2 to 5',
      'Preferred Seating, price: $500.00 to $480.50',
      'Preferred Seating, default tickets: 4 to 3',
      'Preferred Seating, most tickets: 4 to 3',
    ]);
    expect(site.to('saveSettings')[0]?.body.pricing['Preferred Seating']).toEqual({
      about: 'Rows 2 to 5',
      priceMinor: 48_050,
      defaultTickets: 3,
      maxTickets: 3,
    });
  });

  it('B4-541 say when the sale opens and ends, and at its field what cannot be', async () => {
    const errors = [{ pointer: '/sale/ends', field: 'sale.ends', detail: 'The sale must end before the evening begins' }];
    site.answer({ saveSettings: refusal('request.invalid', { errors }) });
    expect([field('Sale opens').value, field('Sale ends').value]).toEqual(['2027-05-01T10:00', '']);
    type('Sale opens', '');
    type('Sale ends', '2027-07-03T19:00');
    await press('Save the settings');
    expect(site.to('saveSettings')[0]?.body.sale).toEqual({ opens: '', ends: '2027-07-03T19:00' });
    expect(screen.getByRole('complementary').textContent).toContain('Reservations open soon');
    expect([errorOf('Sale opens'), errorOf('Sale ends')]).toEqual([undefined, 'The sale must end before the evening begins']);
  });

  it('B3-529 tell visitors about the evening and its venue, and say at its field what cannot be', async () => {
    site.answer({ saveSettings: { ...settings, version: 5 } });
    type('Map link', 'map.example');
    type('Interval in minutes', 'twenty');
    await press('Save the settings');
    expect([errorOf('Map link'), errorOf('Interval in minutes')]).toEqual([
      'Map link must begin with https://',
      'Interval must be a whole number of minutes',
    ]);
    type('Map link', 'https://map.example/hall');
    type('Interval in minutes', '');
    type('Hearing loop', 'Rows 1 to 4');
    await press('Save the settings');
    expect(site.to('saveSettings')[0]?.body.notes).toEqual({
      ...settings.notes,
      hearingLoop: 'Rows 1 to 4',
      mapUrl: 'https://map.example/hall',
      doorsMinutes: 60,
      intervalMinutes: null,
    });
  });

  it('B2-571 lead to the page that postpones where another date needs that', async () => {
    const errors = [{ pointer: '/date/local', field: 'date.local', detail: 'Someone holds a ticket' }];
    site.answer({ saveSettings: refusal('booking.date_promised', { errors }) });
    type('Title', 'Another evening');
    await press('Save the settings');
    const notice = within(screen.getByText('Nothing was saved').closest<HTMLElement>('[aria-live]')!);
    expect(notice.getByText(/by more than an hour, postpone the concert/)).toBeTruthy();
    expect(notice.getByRole('link', { name: 'Postpone the concert …' }).getAttribute('href')).toBe('/postpone-concert');
    expect(document.activeElement?.getAttribute('aria-describedby')).toContain('error');
  });

  it('ask before the state of the concert changes', async () => {
    site.answer({ saveSettings: { ...settings, version: 5, state: 'disabled' } });
    type('State', 'disabled');
    await press('Save the settings');
    expect(site.to('saveSettings')).toEqual([]);
    await press('Disable reservations');
    expect(site.to('saveSettings').map(({ body }) => [body.version, body.state])).toEqual([[4, 'disabled']]);
  });

  it('B2-528 B6-509 postpone and stop nothing by themselves: they lead to the pages that do, and keep what those said', async () => {
    const states = () => [...document.querySelectorAll<HTMLOptionElement>('#settings-state option')].map(({ value }) => value);
    expect(states()).toEqual(['open', 'disabled']);
    expect(screen.getByRole('link', { name: 'Cancel the concert …' }).getAttribute('href')).toBe('/cancel-concert');
    expect(screen.getByRole('link', { name: 'Postpone the concert …' }).getAttribute('href')).toBe('/postpone-concert');
    cleanup();
    const postponement = {
      dateToFollow: true,
      postponedAt: '2027-05-01T12:00:00.000Z',
      chooseUntil: '2027-06-02T03:59:00.000Z',
      silence: 'keep',
    } as const;
    standInForSite(settingsRoutes, { showSettings: { ...settings, state: 'postponed', postponement } });
    await showScreen(<SettingsScreen />, { session: person('admin') });
    await screen.findByLabelText('Title');
    expect(states()).toEqual(['open', 'disabled', 'postponed']);
    expect(field('Date and time').readOnly).toBe(true);
    expect(screen.getByText('New date to follow')).toBeTruthy();
    expect(screen.getByRole('complementary').textContent).toContain('The concert is postponed');
    cleanup();
    standInForSite(settingsRoutes, { showSettings: { ...settings, state: 'cancelled', postponement } });
    await showScreen(<SettingsScreen />, { session: person('admin') });
    await screen.findByLabelText('Title');
    expect(states()).toEqual(['open', 'disabled', 'postponed', 'cancelled']);
  });
});
