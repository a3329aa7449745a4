import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ticketOfSpoken } from '@concert/contracts/booking/ticket-code';
import { findBrowser } from '@concert/machine-kit/browser';
import { depthOf, redriveDeadLetters } from '@concert/service-kit/messages/dead-letters';
import type { Mail } from '@concert/stand-ins/mail/mail';
import { BrokerProbe } from '@concert/test-kit/broker';
import { expectErrors, openBrowser, takeErrors, visit } from '@concert/test-kit/browser';
import { askStandIn, payOnPage, scanOf, SiteClient, valueOf } from '@concert/test-kit/site-client';
import { having, until } from '@concert/test-kit/until';
import type { Page } from 'playwright-core';
import { HOUSES, queueOf, readHouse, startHouse } from './kept-house.ts';
import { aheadOf, clockCode, setOwnClock } from '../../system/clock-ahead.ts';
import { openDatabases, type FourDatabases } from '../../system/databases.ts';
import { lookUntilSound, tableOf } from '../../system/invariants/invariants.ts';
import { rows, type BookingRow } from '../../system/invariants/rows.ts';
import { standInTotals } from '../../system/invariants/stand-in-totals.ts';
import type { System } from '../../system/system.ts';

/* Each release has left a house (npm run keep). This one moves in, and keeps what people there were promised. */

jest.setTimeout(300_000);

/** Waits until a page says something. @returns all that it says */
const reads = (page: Page, what: string, words: RegExp): Promise<string> =>
  until(
    `${what} says ${words}`,
    () => page.locator('main').innerText(),
    (text) => words.test(text),
  );

/** What pages say by the state of a place in the waiting list, or by the answer to an invitation. */
const SAYS: Readonly<Record<string, RegExp>> = {
  offered: /Seats are held for you/,
  bought: /You have your seats/,
  missed: /Your offer has ended/,
  declined: /You declined the seats/,
  yes: /answered that you come/,
  no: /answered that you do not come/,
  open: /left, until/,
};
const DEAD_END = /There is no such|does not open|not complete|could not be (loaded|used)/;

describe.each(readdirSync(HOUSES))('the house %s', (file) => {
  let house: Awaited<ReturnType<typeof readHouse>>;
  let system: System;
  let databases: FourDatabases;
  let desk: SiteClient;
  let mails: Mail[];

  beforeAll(async () => {
    house = await readHouse(path.join(HOUSES, file));
    await setOwnClock(new Date(house.at));
    system = await startHouse(house, new Date());
    databases = await openDatabases((service) => system.mongo[service]);
    desk = new SiteClient(system.site);
    await desk.signIn(system.accounts.find(({ role }) => role === 'admin')!);
    mails = await askStandIn<Mail[]>(system.mailbox, 'mails');
  });
  afterAll(async () => {
    for (const connection of Object.values(databases ?? {})) await connection.close(true);
    await system?.stop();
  });

  const found = (pattern: RegExp) => [...new Set(mails.flatMap(({ text }) => text!.match(pattern) ?? []))];
  const holder = async (_id: string): Promise<BookingRow> =>
    (await rows({ databases }, 'booking', 'reserve-your-seat').findOne({ _id })) ??
    (await rows({ databases }, 'booking', 'complimentary-entries').findOne({ _id }))!;

  /** What a page has to say that shows no tickets. */
  async function wordsOf({ pathname, searchParams }: URL): Promise<RegExp> {
    const _id = searchParams.get('ref') ?? '';
    if (pathname === '/receipt') return /Receipt \d{4}/;
    if (pathname === '/refund') return /Your refund (is|has been|could not)/;
    if (searchParams.has('ref3')) return SAYS[(await rows({ databases }, 'booking', 'waiting').findOne({ _id }))!.state]!;
    if (pathname === '/waiting' && _id) return /Leave the list\?/;
    const invitations = databases.booking.collection<{ _id: string; answer?: string }>('invitations');
    return pathname === '/invitation' ? SAYS[(await invitations.findOne({ _id }))!.answer ?? 'open']! : /\S/;
  }

  /** The tickets behind a link are those that admit, and the calendar's entry says whether there are any. */
  async function seesTickets(page: Page, id: string): Promise<void> {
    const { status, ticketIds, returns = [], taken = [] } = await holder(id);
    const ended = new Set([...returns.flatMap(({ tickets }) => tickets), ...taken]);
    const count = ['paid', 'Issued', 'Submitted'].includes(status) ? ticketIds.length - ended.size : 0;
    if (count > 0) await until(`${id} has ${count} codes`, () => page.getByRole('img', { name: /QR code of ticket/ }).count(), count);
    else await reads(page, id, /Status\s+(Refund|Money returned|Paid too late|Revoked)/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /calendar/ }).click()]);
    const { startsAt } = valueOf('The concert', await desk.booking.showConcert());
    const entry = readFileSync(await download.path(), 'utf8');
    for (const said of [
      `METHOD:${count > 0 ? 'PUBLISH' : 'CANCEL'}`,
      `UID:${id}@music-for-meditation-concert`,
      `DTSTART:${startsAt.replace(/[-:]|\.\d{3}/g, '')}`,
    ])
      expect(entry).toContain(`${said}\r\n`);
  }

  /** @param hasEnded its tickets were replaced, and a later email has another link */
  async function opens(page: Page, url: URL, hasEnded: boolean): Promise<void> {
    expect((await page.goto(url.href))?.status() ?? 200).toBe(200);
    const ref = url.searchParams.get('ref');
    if (!hasEnded && ref && url.pathname.includes('details')) return seesTickets(page, ref);
    const said = await reads(page, url.href, hasEnded ? DEAD_END : await wordsOf(url));
    if (!hasEnded) expect(said).not.toMatch(DEAD_END);
  }

  it('B9-647 opens each link of each email as the email says, and each calendar entry is the one that people have', async () => {
    expectErrors(401, 403, 404, 410);
    process.env.CHROME_PATH ??= await findBrowser();
    const browser = await openBrowser();
    const { page, context } = await visit(browser, { site: system.site });
    await context.addInitScript({ content: clockCode(aheadOf(new Date())) });
    const links = new Set(found(/http:\/\/localhost:\d+\/\S*/g).map((link) => link.replace(/^http:\/\/[^/]+/, system.site)));
    expect(links.size).toBeGreaterThan(30);
    /** The secret of each link; emails come newest first. */
    const newest = new Map<string, string | null>();
    const faults: string[] = [];
    for (const url of [...links].map((link) => new URL(link))) {
      const [what, secret] = [`${url.pathname} ${url.searchParams.get('ref')}`, url.searchParams.get('ref2')];
      if (!newest.has(what)) newest.set(what, secret);
      const hasEnded = url.pathname !== '/waiting' && newest.get(what) !== secret;
      await opens(page, url, hasEnded).catch(({ message }: Error) => faults.push(`${what}: ${message}`));
    }
    await browser.close();
    expect([...faults, ...takeErrors()]).toEqual([]);
  });

  it('B9-648 lets in at the door whom the release that sold the tickets would have let in', async () => {
    const kept = new Map(house.door.map((ticket) => [ticket.ticketHash, ticket]));
    const codes = found(/\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}\b/g);
    expect(codes.length).toBeGreaterThan(20);
    const { results } = valueOf('Scans', await desk.booking.scan({ body: { scans: codes.map((code) => scanOf(code)) } }));
    expect(results.map(({ outcome, reason }, index) => [codes[index], reason ?? outcome])).toEqual(
      codes.map((code) => {
        const { state, insideAt } = kept.get(createHash('sha256').update(ticketOfSpoken(code)!).digest('base64url'))!;
        return [code, state !== 'valid' ? state : insideAt ? 'already_inside' : 'admitted'];
      }),
    );
  });

  it('B9-649 takes a code that was emailed, the money of an open page, what waited and what could not be handled, and is sound', async () => {
    const code = /\b\d{3} ?\d{3}\b/.exec(mails.find(({ to }) => to[0]!.email === house.codeEmail)!.text!)![0];
    valueOf('The code', await new SiteClient(system.site).auth.useSignInCode({ body: { request: house.codeRequest, code } }));
    const open = (await rows({ databases }, 'payment', 'payment-sessions').findOne({ status: 'pending' }))!;
    await payOnPage(system.payments, open.checkoutSessionId);
    await until(
      'it is paid',
      () => holder(open.userbookingid),
      ({ status }) => status === 'paid',
    );
    const broker = await BrokerProbe.open(system.rabbit);
    for (const { messageId, type, fault, content, ...of } of house.letters) {
      const headers = { 'x-fact-type': type, 'x-fault': fault, 'x-publisher': `svc-${type.split('.')[0]}` };
      await broker.put(queueOf(of).deadLetters, content, { messageId, headers });
      expect(await redriveDeadLetters(system.rabbit, queueOf(of), messageId)).toMatchObject([{ messageId }]);
      const inbox = databases[of.service.slice(4) as keyof FourDatabases].collection<{ _id: string }>('inbox');
      await until(`${messageId} is handled`, () => inbox.findOne({ _id: `${of.purpose}:${messageId}` }));
      await until('nothing is left', () => depthOf(system.rabbit, queueOf(of)), having({ waiting: 0, dead: 0 }));
    }
    await broker.close();
    const waiting = () => rows({ databases }, 'notify', 'mails').countDocuments({ state: 'waiting' });
    await until('every email has gone', waiting, 0, { withinMs: 90_000 });
    const findings = await lookUntilSound({ databases, provider: () => standInTotals(system.payments!) }, 90_000);
    expect(tableOf(findings)).not.toMatch(/^--/m);
  });
});
