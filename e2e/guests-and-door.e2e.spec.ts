import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spokenCode } from '@concert/contracts/booking/ticket-code';
import { until } from '@concert/test-kit/until';
import { expectErrors, openBrowser, openPhone, picture, signIn, untilCachedOffline, visit, type Visit } from '@concert/test-kit/browser';
import { cameraFilm, cameraFlags } from './film.ts';
import { pressOn, typeInto } from './keyboard.ts';
import { checkScreen } from './check-screen.ts';
import { valueOf, type SiteClient } from '@concert/test-kit/site-client';
import { accountOf, behind, browser, signedIn, system, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

const mark = randomUUID().slice(0, 8);
const admin = accountOf('admin');
const vera = { name: `Vera ${mark}`, email: `vera.${mark}@example.org` };
let folder: string;
let office: Visit;
let desk: SiteClient;
let codes: string[];
let ticketsAddress: string;
/** The code of a ticket that was taken back. */
let revoked: string;

/** The codes of the tickets of an entry. */
async function codesOf(reference: string): Promise<string[]> {
  const [entry] = valueOf('The entry', await desk.booking.showComplimentaryDetails({ body: { reference, catg: 'v' } }));
  return entry!.tickets!.map(({ code }) => code);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-door-'));
  office = await visitSignedIn(admin);
  desk = await signedIn(admin);
  const guest = { email: admin.email, name: `Ben ${mark}`, email2: `ben.${mark}@example.org`, phoneno: '', notickets: 1 };
  const { id } = valueOf('An entry', await desk.booking.addVip({ body: guest }, { idempotencyKey: randomUUID() }));
  [revoked] = (await codesOf(id)) as [string];
  valueOf('Revoking it', await desk.booking.revokeComplimentary({ params: { entryId: id } }));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('complimentary entries', () => {
  let link: string;

  it('B3-538 S1-17 S2-40 S8-19 an organiser adds a VIP, whose tickets come by mail, are shown behind its link, and kept, finds them in the report, and stands at the door, all by the keyboard alone', async () => {
    const { page } = office;
    await page.goto('/v-i-p-tickets');
    await page.getByRole('button', { name: 'Add VIP' }).waitFor();
    await pressOn(page, 'Add VIP');
    await page.getByText('Please fill data or correct the errors').waitFor();
    await picture(page, 'vip-faults');
    // The first wrong field has the focus.
    await page.keyboard.type(vera.name);
    await typeInto(page, 'Email', vera.email);
    await typeInto(page, 'No. of Tickets', '5');
    await pressOn(page, 'Add VIP');
    await page.getByText('VIP Member Added Successfully').waitFor();
    await page.getByRole('row').filter({ hasText: vera.name }).getByText('Issued').waitFor();
    await picture(page, 'vip-added');
    const [mail] = await behind.untilMail(vera.email);
    link = new URL(/https?:\S+get-hf-details\S+/.exec(mail!.text ?? '')![0]).toString();
    const guest = await visit(browser, { site: system.site, width: 390 });
    ticketsAddress = new URL(link).pathname + new URL(link).search;
    await guest.page.goto(ticketsAddress);
    await guest.page
      .getByRole('img', { name: /QR code of ticket/ })
      .nth(4)
      .waitFor();
    await picture(guest.page, 'vip-tickets-phone');
    codes = await codesOf(new URL(link).searchParams.get('ref')!);
    expect(codes).toHaveLength(5);
    expect(await guest.page.getByText(spokenCode(codes[0]!)!).count()).toBe(1);
    for (const [button, file] of [
      ['Download PDF', /^tickets-.*\.pdf$/],
      ['Add to calendar', /\.ics$/],
    ] as const) {
      const [download] = await Promise.all([guest.page.waitForEvent('download'), pressOn(guest.page, button)]);
      expect(download.suggestedFilename()).toMatch(file);
    }
    await guest.context.close();
    await page.goto('/get-bookings-report');
    const report = page.getByRole('table', { name: 'Concert bookings' });
    await report.waitFor();
    await typeInto(page, 'Search bookings', vera.name);
    await report.getByRole('row').filter({ hasText: vera.name }).waitFor();
    await page.goto('/door');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await typeInto(page, 'Code', 'no ticket at all');
    await page.keyboard.press('Enter');
    await page.getByText('Not a ticket for this concert.').first().waitFor();
    await page.goto('/v-i-p-tickets');
    await page.getByText('Make a link').waitFor();
  });

  it('B5-653 an inviter’s link gives tickets to whoever has it, on a phone, and is seen and ended where it was made', async () => {
    const { page } = office;
    await pressOn(page, 'Make a link');
    await typeInto(page, 'Inviter', `Family of the singer ${mark}`);
    await typeInto(page, 'Seats', '8');
    await page.getByLabel('Last day').fill(new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10));
    await pressOn(page, 'Make the link');
    const link = (await page.getByText(/invitation\?ref=/).textContent())!;
    await checkScreen(page, 'invitation-made');
    const { page: phone, context } = await visit(browser, { site: system.site, width: 390 });
    await phone.goto(new URL(link).pathname + new URL(link).search);
    await phone.getByText('8 seats left, until').waitFor();
    await checkScreen(phone, 'invitation-phone');
    await phone.setViewportSize({ width: 1280, height: 900 });
    await picture(phone, 'invitation-desktop');
    await phone.setViewportSize({ width: 390, height: 844 });
    await typeInto(phone, 'Your name', `Gäst 客 ${mark}`);
    await typeInto(phone, 'Your email', `claim.${mark}@example.org`);
    await phone.getByLabel('How many of you come?').selectOption('3');
    await pressOn(phone, 'Get the tickets');
    await phone.getByText(`Your tickets are on their way to claim.${mark}@example.org.`).waitFor();
    await picture(phone, 'invitation-claimed-phone');
    await context.close();
    expect((await behind.untilMail(`claim.${mark}@example.org`))[0]!.text).toContain('get-hf-details');
    await page.reload();
    await page.getByText('3 of 8 claimed, 5 left').waitFor();
    await picture(page, 'invitations-desktop');
    await page.setViewportSize({ width: 390, height: 844 });
    await checkScreen(page, 'invitations-phone');
    await pressOn(page, `End link of Family of the singer ${mark}`);
    await page.getByText('3 of 8 claimed, ended').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('the door', () => {
  it('B5-505 B5-548 scans by the camera, takes a typed code, goes on without network, and tells of a ticket that came twice', async () => {
    expectErrors('net::ERR_INTERNET_DISCONNECTED');
    const [first, second, third] = codes as [string, string, string];
    const place = path.join(folder, 'ticket.y4m');
    await writeFile(place, cameraFilm([first]));
    const phones = await openBrowser(cameraFlags(place));
    try {
      const { page, context } = await visitSignedIn(admin, { width: 390, height: 844 }, phones);
      await page.goto('/door');
      await page.getByText('Connected').waitFor();
      await page.getByText(/on this device, encrypted/).waitFor();
      await page.getByRole('button', { name: 'Start the camera' }).click();
      await page.getByText('VIP Tickets, ticket 1 of 5').waitFor();
      await page.getByText('Let in', { exact: true }).waitFor();
      await picture(page, 'door-let-in');
      await page.getByRole('button', { name: 'Stop the camera' }).click();

      const type = async (code: string) => {
        await page.getByLabel('Code').fill(code);
        await page.getByLabel('Code').press('Enter');
      };
      await type(spokenCode(first)!);
      await page.getByText(/Already inside since \d\d:\d\d E[SD]T \(Main door\)/).waitFor();
      await picture(page, 'door-already-inside');
      await type(revoked);
      const refused = page.getByText('This ticket was withdrawn by the organisers.');
      await refused.waitFor();
      const { y, height } = (await refused.boundingBox())!;
      expect(y >= 0 && y + height <= 844).toBe(true);
      await page.getByText('Ready', { exact: true }).waitFor();
      expect(await refused.count()).toBe(0);

      await context.setOffline(true);
      await page.getByText('No network: this device uses its own list').waitFor();
      await type(second);
      await page.getByText('VIP Tickets, ticket 2 of 5').waitFor();
      await page.getByText('Decided by this device').waitFor();
      await type(second);
      await page.getByText(/Already inside since/).waitFor();
      await type(third);
      await page.getByText('VIP Tickets, ticket 3 of 5').waitFor();
      await picture(page, 'door-offline');
      // Somebody who copies the device's files can read nothing in them, and the key does not leave the device.
      const sealed = await page.evaluate<{ extractable: boolean; text: string }>(`(async () => {
        const ask = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = reject; });
        const database = await ask(indexedDB.open('concert-door'));
        const read = (store) => ask(database.transaction(store).objectStore(store).getAll());
        const [[key], values] = [await read('keys'), await read('sealed')];
        return { extractable: key.extractable, text: values.map(({ bytes }) => new TextDecoder('latin1').decode(bytes)).join('') };
      })()`);
      expect([sealed.extractable, sealed.text.length > 0, /tk_|VIP|T1\./.test(sealed.text)]).toEqual([false, true, false]);

      // Meanwhile the second ticket is admitted at another door, which has the network.
      const west = await office.page.request.post('/api/door/scans', {
        headers: { origin: system.site },
        data: { scans: [{ scanId: randomUUID(), code: second, scannedAt: new Date().toISOString(), door: 'West door' }] },
      });
      expect(((await west.json()) as { results: { outcome: string }[] }).results[0]!.outcome).toBe('admitted');
      await context.setOffline(false);
      await page.getByText('Two people went in with one ticket').first().waitFor();
      await page
        .getByText(/In by West door at \d\d:\d\d E[SD]T, again by Main door at/)
        .first()
        .waitFor();
      await page.getByText('Connected').waitFor();
      await picture(page, 'door-conflict');
    } finally {
      await phones.close();
    }
    await office.page.goto('/door');
    await office.page.getByText('Two people went in with one ticket').first().waitFor();
    await picture(office.page, 'door-desktop');
  });
});

describe('a phone before a camera', () => {
  it('B2-569 shows one code at a time, held upright or on its side', async () => {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ] as const) {
      const phone = await visit(browser, { site: system.site, width, height });
      await phone.page.goto(ticketsAddress);
      const pictures = phone.page.getByRole('img', { name: /^QR code of ticket/ });
      await pictures.first().waitFor();
      const seen = async () => {
        const places = await Promise.all((await pictures.all()).map((one) => one.boundingBox()));
        expect(places).toHaveLength(5);
        return places.flatMap((place, n) => (place!.x + place!.width > 0 && place!.x < width ? [n + 1] : []));
      };
      expect(await seen()).toEqual([1]);
      const first = (await pictures.first().boundingBox())!;
      expect(first.width).toBeGreaterThanOrEqual(300);
      if (height > width) expect(first.y + first.height).toBeLessThan(height);
      await pressOn(phone.page, 'Next ticket');
      await until('the second code is the only one to be seen', seen, (numbers) => numbers.join() === '2');
      await phone.page.getByRole('status').filter({ hasText: '2 of 5' }).waitFor();
      await picture(phone.page, `tickets-on-a-phone-${width}`);
      await phone.context.close();
    }
  });
});

describe('a helper without an account', () => {
  it('B5-509 B5-510 opens the door by a link, once, and is nobody as soon as an organiser takes it back', async () => {
    expectErrors(401);
    const { page } = office;
    await page.goto('/door');
    await page.getByLabel('Name of the helper').fill(`Hanna ${mark}`);
    const made = page.waitForResponse((response) => response.url().endsWith('/api/helper-links') && response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Make a helper link' }).click();
    const { url } = (await (await made).json()) as { url: string };
    const shown = page.getByRole('img', { name: `QR code of the helper link for Hanna ${mark}` });
    await until(
      'the code is in view',
      () => shown.boundingBox(),
      (box) => box !== null && box.y >= 0 && box.y + box.height <= 800,
    );
    await picture(page, 'helper-link');
    const phone = await visit(browser, { site: system.site, width: 320, colorScheme: 'dark' });
    const link = new URL(url);
    await phone.page.goto(`${link.pathname}${link.hash}`);
    await picture(phone.page, 'helper-link-opened');
    await phone.page.getByRole('button', { name: 'Open the door' }).click();
    await phone.page.getByText('Connected').waitFor();
    expect(new URL(phone.page.url()).hash).toBe('');
    expect(await phone.page.getByText('Helpers for this evening').count()).toBe(0);
    await picture(phone.page, 'helper-door');
    await page.getByText('The link was opened.').waitFor();
    await page.getByRole('button', { name: `Withdraw the link of Hanna ${mark}` }).click();
    await phone.page.getByLabel('Code').fill('0123-4567-89ab-cdef-ghjk');
    await phone.page.getByLabel('Code').press('Enter');
    await phone.page.getByText('Your helper access has ended').first().waitFor();
    await picture(phone.page, 'helper-ended');
    await phone.context.close();
  });
});

describe('a phone at the door that was restarted', () => {
  it('B5-508 B5-514 B5-515 opens without network, decides by its list, loses no scan, and finds a lost ticket by name with network alone', async () => {
    expectErrors('net::ERR_INTERNET_DISCONNECTED', 'net::ERR_FAILED');
    const [, , , fourth, fifth] = codes as [string, string, string, string, string];
    const phone = (offline: boolean) => openPhone(path.join(folder, 'phone'), { site: system.site, width: 390, height: 844, offline });
    let { page, context } = await phone(false);
    const type = async (code: string) => {
      await page.getByLabel('Code').fill(spokenCode(code)!);
      await page.getByLabel('Code').press('Enter');
    };
    try {
      await signIn(page, admin);
      await page.goto('/door');
      await page.getByText(/on this device, encrypted/).waitFor();
      const { icons } = (await (await page.request.get('/door.webmanifest')).json()) as { icons: { src: string; type: string }[] };
      const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
      const types = await Promise.all(
        [...icons.map(({ src }) => src), touch!].map(async (src) => (await page.request.get(src)).headers()['content-type']),
      );
      expect(types).toEqual([...icons.map(({ type }) => type), 'image/png']);
      expect(icons.map(({ type }) => type)).toEqual(['image/svg+xml', 'image/png', 'image/png']);
      await untilCachedOffline(page);
      await context.setOffline(true);
      await type(fourth);
      await page.getByText('VIP Tickets, ticket 4 of 5').waitFor();
      await context.close();

      ({ page, context } = await phone(true));
      await page.goto('/door');
      await page.getByText(/1 scan waits on this device/).waitFor();
      await type(fourth);
      await page.getByText(/Already inside since \d\d:\d\d E[SD]T \(Main door\)/).waitFor();
      await page.getByText('Lost ticket: find it by name').press('Enter');
      await page.getByText('Finding a ticket by name needs the network.').waitFor();
      await picture(page, 'door-restarted-offline');

      const other = await context.newPage();
      await other.goto('/door');
      await other.getByText('The door is open in another tab of this device').waitFor();
      await picture(other, 'door-elsewhere');
      await other.getByRole('button', { name: 'Use the door here' }).click();
      await other.getByText(/1 scan waits on this device/).waitFor();
      await page.getByText('The door is open in another tab of this device').waitFor();
      await other.close();
      await page.getByText(/1 scan waits on this device/).waitFor();
      await context.setOffline(false);
      await page.getByText('Connected').waitFor();
      await page.getByText(/scans? (waits?|is|are)/).waitFor({ state: 'detached' });
      await page.getByText('Lost ticket: find it by name').press('Enter');
      await page.getByLabel('Name or phone').fill('ver');
      await page.getByLabel('Name or phone').press('Enter');
      const letIn = page.getByRole('button', { name: `Let in ${vera.name}: VIP Tickets, ticket 5 of 5` });
      await letIn.waitFor();
      await checkScreen(page, 'door-lost-ticket');
      await letIn.press('Enter');
      await page.getByRole('status').getByText(vera.name).waitFor();
      await picture(page, 'door-let-in-by-name');
      await page.getByRole('button', { name: `Undo: ${vera.name}` }).press('Enter');
      await page.getByRole('status').getByText('Undone', { exact: true }).waitFor();
      await letIn.press('Enter');
      await page.getByRole('button', { name: `Undo: ${vera.name}` }).waitFor();
      const told = await behind.document('svc-booking', 'audit', { act: 'names.looked-up', 'detail.by': 'name' });
      expect(told).toMatchObject({ subject: { kind: 'door', id: 'Main door' } });
    } finally {
      await context.close();
    }
    const again = await office.page.request.post('/api/door/scans', {
      headers: { origin: system.site },
      data: {
        scans: [fourth, fifth].map((code) => ({ scanId: randomUUID(), code, scannedAt: new Date().toISOString(), door: 'Main door' })),
      },
    });
    const { results } = (await again.json()) as { results: { reason: string }[] };
    expect(results.map(({ reason }) => reason)).toEqual(['already_inside', 'already_inside']);
  });
});

it('no page reported an error', () => {
  expect(office.complaints).toEqual([]);
});
