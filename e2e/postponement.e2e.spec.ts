import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { settingsBody, type ConcertSettings } from '@concert/contracts/booking/settings';
import { localTimeOf } from '@concert/contracts/core/zoned-time';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import type { Page } from 'playwright-core';
import { expectErrors, picture, untilCachedOffline, visit, visitAs, type Visit } from '@concert/test-kit/browser';
import { eveningOfTomorrow } from '@concert/test-kit/evening-of-tomorrow';
import type { Buyer } from '@concert/test-kit/site-client';
import { checkScreen } from './check-screen.ts';
import { Hand } from './hand.ts';
import { accountOf, behind, browser, newBuyer, paidBooking, system, useBrowser, visitSignedIn } from './journeys.harness.ts';
import { pressOn } from './keyboard.ts';

/* The evening moves: every place that says when it is says so at once. What other journeys stand on is put back at the end. */

useBrowser(() => restore());

const admin = accountOf('admin');
const mark = randomUUID().slice(0, 8);
const guest = { email: admin.email, name: `Meera ${mark}`, email2: `meera.${mark}@example.org`, phoneno: '', notickets: 1 };
let office: Visit;
let visitor: Visit;
let before: ConcertSettings;
let holder: Visit;
let buyer: Buyer;
let bookingId: string;
let entry: string;
let code: string;

const settings = async () => (await (await office.page.request.get('/api/concert/settings')).json()) as ConcertSettings;
const send = async (method: 'POST' | 'PUT', address: string, data: object) => {
  const headers = { origin: system.site, 'idempotency-key': randomUUID() };
  const answer = await office.page.request.fetch(address, { method, data, headers });
  expect([address, answer.ok(), await answer.text()]).toEqual([address, true, expect.anything()]);
  return (await answer.json()) as unknown;
};
const post = (address: string, data: object) => send('POST', address, data);
const tickets = async () =>
  ((await post('/api/get-booking-details-2', { reference: entry, catg: 'v' })) as { tickets: { code: string }[] }[])[0]!.tickets;
/** A day so many days after the concert as it was, as a date field takes it. */
const dayAfter = (days: number) => new Date(Date.parse(before.date.startsAt) + days * 86_400_000).toISOString().slice(0, 10);

/** What search engines are told. */
async function structured(page: Page): Promise<Record<string, unknown>> {
  await page.goto('/');
  return JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as Record<string, unknown>;
}

/** Lines of the calendar file that the ticket page hands out. */
async function calendar(page: Page): Promise<Record<string, string>> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /calendar/i }).click()]);
  const file = await readFile(await download.path(), 'utf8');
  return Object.fromEntries(
    [...file.slice(file.indexOf('BEGIN:VEVENT')).matchAll(/^([A-Z]+)[;:](.*)\r$/gm)].map(([, name, value]) => [name!, value!]),
  );
}

/** Fills the form of the postponement and confirms it, as an admin does. */
async function postpone(page: Page, date: string | undefined): Promise<void> {
  await page.getByLabel('Is the new date known?').selectOption(date ? 'date' : 'follow');
  if (date) await page.getByLabel('New date and time').fill(date);
  await page.getByLabel('Reason, as visitors read it').fill(`Storm ${mark}`);
  await page.getByLabel('Last day to choose').fill(dayAfter(-7));
  await page.getByLabel('Holders who choose nothing').selectOption('keep');
  await page.getByRole('button', { name: 'Postpone the concert …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Postpone the concert?' }).waitFor();
  await picture(page, `postpone-ask-${date ? 'date' : 'follow'}`);
  // The buyers and guests of other journeys, on the same system, are not told.
  await dialog.getByRole('checkbox', { name: /^and tell \d+ people now$/ }).uncheck();
  await dialog.getByRole('button', { name: 'Postpone the concert' }).click();
}

/**
 * From the settings to the moment when everybody is told, on a phone: the concert gets a new date, and its guests read of it by mail. A screen
 * is an address. The time is that of a person who types at once, on the machine of the tests.
 */
async function tellEverybodyByPhone(): Promise<void> {
  const { page, context } = await visitSignedIn(admin, { width: 390 });
  const began = Date.now();
  await page.goto('/concert-settings');
  const screens = [page.url()];
  page.on('framenavigated', () => void (page.url() === screens.at(-1) || screens.push(page.url())));
  await page.getByRole('link', { name: 'Postpone the concert …' }).click();
  await page.getByRole('button', { name: 'Count the refunds' }).click();
  await page.getByLabel('Is the new date known?').waitFor();
  await postpone(page, `${dayAfter(63)}T18:00`);
  await page.getByText(/^The concert is postponed now\. \S+, \S+ \d/).waitFor();
  await page.getByRole('link', { name: 'Tell everyone' }).click();
  // The buyers and guests of other journeys, on the same system, are not told.
  for (const others of ['Buyers', 'HDYC Family', 'Friends and Family', 'Everyone on the next-date list'])
    await page.getByRole('checkbox', { name: others, exact: true }).uncheck();
  await picture(page, 'postpone-tell-phone');
  await page.getByRole('button', { name: 'Preview and count recipients' }).click();
  const label = (await page.getByText(/^Type Send to \d+ to confirm$/).textContent())!;
  await page.getByLabel(label).fill(/^Type (.*) to confirm$/.exec(label)![1]!);
  await picture(page, 'postpone-send-phone');
  await page.getByRole('button', { name: /^Send to \d+ pe/ }).click();
  await page
    .getByText('Everyone reached', { exact: true })
    .or(page.getByText('Sent', { exact: true }))
    .first()
    .waitFor();
  const told = Date.now() - began;
  const [mail] = await behind.untilMail(guest.email2, /^New date/);
  expect(mail!.text).toContain(concertDate((await settings()).date));
  expect([...new Set(screens)].length).toBeLessThanOrEqual(5);
  expect(told).toBeLessThan(180_000);
  await context.close();
}

beforeAll(async () => {
  [office, visitor] = await Promise.all([visitSignedIn(admin), visit(browser, { site: system.site, width: 390 })]);
  before = await settings();
  entry = ((await post('/api/vip-requests', guest)) as { id: string }).id;
  code = (await tickets())[0]!.code;
  buyer = await newBuyer();
  bookingId = await paidBooking(buyer, { seating: 'General Seating', notickets: 3 });
  holder = await visitAs(browser, buyer, { site: system.site, width: 390 });
});

/** By the keyboard alone a holder comes from the tickets, gives one of three back, and then keeps them all after all. */
async function givesBack(page: Page): Promise<void> {
  await page.goto(`/get-details?ref=${bookingId}`);
  await page.getByRole('link', { name: 'Keep or return' }).waitFor();
  await pressOn(page, 'Keep or return');
  await page.getByRole('radio', { name: 'Keep all' }).waitFor();
  // Radio buttons are one stop: arrows lead from one to the next.
  await pressOn(page, 'Keep all', 'ArrowDown');
  await pressOn(page, 'Ticket 2', 'Space');
  await checkScreen(page, 'choose');
  await pressOn(page, 'Save my choice …');
  await page.getByRole('dialog').getByRole('heading', { name: 'Return 1 ticket?' }).waitFor();
  await picture(page, 'choose-ask');
  await pressOn(page, 'Go back');
  await pressOn(page, 'Save my choice …');
  await page.getByRole('dialog').getByRole('heading', { name: 'Return 1 ticket?' }).waitFor();
  await pressOn(page, 'Save my choice');
  await page.getByText('You return ticket 2, and $25.00 is refunded to the card you paid with. You keep the rest.').waitFor();
  expect(await page.evaluate<string>(`document.activeElement.closest('[tabindex]')?.textContent ?? ''`)).toContain('You return ticket 2');
  await picture(page, 'chosen');
  await pressOn(page, 'Return some', 'ArrowUp');
  await pressOn(page, 'Save my choice …');
  await page.getByRole('dialog').getByRole('heading', { name: 'Keep 3 tickets?' }).waitFor();
  await pressOn(page, 'Save my choice');
  await page.getByText('You keep all 3 tickets.').waitFor();
}

/** Gives the concert another evening, by the clock of a zone, and opens it again; nobody is told by it. */
async function moveTo(startsAt: string, timeZone: string, lastDay: string): Promise<void> {
  const now = await settings();
  const date = { local: localTimeOf(new Date(now.date.startsAt), timeZone), timeZone };
  const { version } = (await send('PUT', '/api/concert/settings', { ...settingsBody(now), date })) as ConcertSettings;
  const words = { reason: before.stateReason, lastDay, silence: 'keep' };
  await post('/api/concert/postponement', { version, date: { local: localTimeOf(new Date(startsAt), timeZone) }, ...words });
  const { state, stateReason } = before;
  await send('PUT', '/api/concert/settings', { ...settingsBody(await settings()), state, stateReason });
}

/* The concert as it was, so far as a date that was given can be taken back: it stays among those given before. */
async function restore(): Promise<void> {
  if (!before) return;
  const { state, date } = await settings();
  if (state !== before.state || date.startsAt !== before.date.startsAt)
    await moveTo(before.date.startsAt, before.date.timeZone, dayAfter(-1));
}

/** The mail of the day before goes by itself. Somebody who reads it on a phone, without a login, has the codes after two presses at most, and keeps them. */
async function opensFromReminder(): Promise<void> {
  const { startsAt, timeZone } = eveningOfTomorrow();
  await moveTo(startsAt, timeZone, localTimeOf(new Date(), timeZone).slice(0, 10));
  const [mail] = await behind.untilMail(buyer.email, /^Tomorrow: /, 60_000);
  const { page, context } = await visit(browser, { site: system.mailbox!, width: 390, height: 844 });
  const reader = new Hand(page);
  await page.goto(`/mails/${mail!.id}`);
  const opens = context.waitForEvent('page');
  await reader.press(page.frameLocator('iframe').getByRole('link', { name: 'Open your tickets' }));
  const phone = await opens;
  const code = phone.getByRole('img', { name: 'QR code of ticket 1 of 3' });
  await code.waitFor();
  expect(reader.presses).toBeLessThanOrEqual(2);
  await picture(phone, 'reminder-tickets-phone');
  await untilCachedOffline(phone);
  await context.setOffline(true);
  await phone.reload();
  await phone.getByText(/^No connection: your tickets as of/).waitFor();
  await code.waitFor();
  await context.close();
  // Whoever counts mails after this finds none on their way.
  const timed = { timed: { $exists: true } };
  await until('all are reminded', () => behind.document('svc-notify', 'message-runs', { ...timed, state: 'sent' }), undefined, {
    withinMs: 60_000,
  });
}

describe('the evening moves', () => {
  it('B2-535 B2-551 B2-557 to a date that is to follow, and then to a new one: home page, reservation, ticket, calendar, search engines and door say so at once, a holder chooses by the keyboard alone, and everybody is told from a phone in five screens and three minutes', async () => {
    const { page } = office;
    const ticketPage = `/get-hf-details?ref=${entry}&c=v`;
    await page.goto(ticketPage);
    const first = await calendar(page);
    expect(first['STATUS']).toBe('CONFIRMED');

    await page.goto('/concert-settings');
    await page.getByRole('link', { name: 'Postpone the concert …' }).click();
    await page.getByRole('heading', { name: 'Postpone the Concert', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Count the refunds' }).click();
    await page.getByLabel('New date and time').waitFor();
    await checkScreen(page, 'postpone');
    await postpone(page, undefined);
    await page.getByText('The concert is postponed now. Its new date is to follow.').waitFor();

    expect(await structured(visitor.page)).toMatchObject({
      eventStatus: 'https://schema.org/EventPostponed',
      startDate: before.date.startsAt,
    });
    await visitor.page.getByRole('heading', { name: 'This concert is postponed', level: 1 }).waitFor();
    await visitor.page.getByText('New date to follow').first().waitFor();
    await picture(visitor.page, 'postponed-home-phone');
    await visitor.page.goto('/reserve-your-seat');
    await visitor.page.locator('main').getByText(`Storm ${mark}`).waitFor();
    expect(await visitor.page.locator('main form').count()).toBe(0);
    await page.goto(ticketPage);
    await page.getByText('Your tickets keep their codes and are valid for the new date.').waitFor();
    await picture(page, 'postponed-ticket');
    const tentative = await calendar(page);
    expect([tentative['STATUS'], tentative['UID']]).toEqual(['TENTATIVE', first['UID']]);
    expect(Number(tentative['SEQUENCE'])).toBeGreaterThan(Number(first['SEQUENCE']));
    await page.goto('/door');
    await page.getByText('The concert is postponed: it does not take place today.').first().waitFor();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Do not let in').waitFor();
    await picture(page, 'postponed-door');

    await givesBack(holder.page);
    await page.goto('/postpone-concert');
    await page.getByText('What holders chose').waitFor();
    await picture(page, 'postpone-choices');
    await tellEverybodyByPhone();
    const moved = await settings();
    expect(await structured(visitor.page)).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      startDate: moved.date.startsAt,
      previousStartDate: before.date.startsAt,
    });
    await page.goto(ticketPage);
    const confirmed = await calendar(page);
    expect([confirmed['STATUS'], confirmed['UID']]).toEqual(['CONFIRMED', first['UID']]);
    expect(confirmed['DTSTART']).not.toBe(first['DTSTART']);
    expect(Number(confirmed['SEQUENCE'])).toBeGreaterThan(Number(tentative['SEQUENCE']));
    expect((await tickets())[0]!.code).toBe(code);
    await restore();
    expect(await settings()).toMatchObject({ state: before.state, date: { startsAt: before.date.startsAt } });
  });

  it('B6-542 to tomorrow: the mail of the day before comes by itself, and leads on a phone to the codes in two presses at most, without a login, and without a connection after that', async () => {
    expectErrors('net::ERR_INTERNET_DISCONNECTED', 'net::ERR_FAILED');
    await opensFromReminder();
    await restore();
    expect(await settings()).toMatchObject({ state: before.state, date: before.date });
  });
});
