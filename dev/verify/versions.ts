import { SEATING_RULES } from '@concert/contracts/booking/seating';
import { findBrowser } from '@concert/machine-kit/browser';
import { run } from '@concert/machine-kit/processes';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import path from 'node:path';
import { buildOlderVersion, findOlderVersion, type OlderVersion } from './fleet/older-version.ts';
import { Fleet, type FleetPart } from '../system/fleet/fleet.ts';
import type { Load } from './fleet/load.ts';
import { Tab } from './fleet/tab.ts';
import { Verdict } from './fleet/verdict.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { Progress } from '../system/progress.ts';
import { ROOT, SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { endOnSignals } from '../system/stop-on-signals.ts';

/*
 * An older version beside this one, on this one's databases: of each pair of copies one is replaced by the older version, part
 * after part, under load, with a browser tab of each version, and then back. Prints what was sent, what failed, and whether
 * money, seats, mails and messages are right afterwards.
 *
 *   npm run verify:versions [-- <commit>]
 */

/** Services that are called are replaced before those that call them, as an operator deploys. */
const ORDER: readonly FleetPart[] = ['svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'gateway'];
/** Bought while both versions run, before anything changes again. */
const BOUGHT_MIXED = 25;
const WITHIN = { withinMs: 120_000, everyMs: 250 };

type Databases = Readonly<Record<ServiceName, mongoose.Connection>>;
interface Booking {
  _id: string;
  email: string;
  status: string;
  seating: string;
  notickets: number;
}
interface Stock {
  _id: string;
  sold: number;
  held: number;
}

const verdict = new Verdict();
const atEnd = endOnSignals();

/** Each purchase became a paid booking with one mail of its tickets, whichever version did which part of it. */
async function purchases(load: Load, { 'svc-booking': booking, 'svc-notify': notify }: Databases): Promise<void> {
  const ids = load.purchases.map(({ bookingId }) => bookingId);
  const paid = () => booking.collection<Booking>('reserve-your-seat').countDocuments({ _id: { $in: ids }, status: 'paid' });
  const mails = () =>
    notify
      .collection<{ bookingId: string; kind: string; state: string }>('mails')
      .countDocuments({ subjectId: { $in: ids }, kind: 'ticket', state: 'accepted' });
  const [bookingsPaid, mailsSent] = await Promise.all(
    [paid, mails].map((look) => until('everything bought is settled', look, (count) => count >= ids.length, WITHIN).catch(look)),
  );
  verdict.assertThat(bookingsPaid === ids.length, `${ids.length} purchases were paid at the provider, ${bookingsPaid} are paid bookings`);
  verdict.assertThat(mailsSent === ids.length, `${mailsSent} ticket mails for ${ids.length} purchases`);
}

async function messages(fleet: Fleet, databases: Databases): Promise<void> {
  const waiting = async () =>
    (await Promise.all(SERVICES.map((name) => databases[name].collection('outbox').countDocuments({ publishedAt: null })))).reduce(
      (sum, count) => sum + count,
      0,
    );
  const left = await until('every outbox is empty', waiting, 0, WITHIN).catch(waiting);
  verdict.assertThat(left === 0, `${left} facts are left in the outboxes`);
  const dead: string[] = [];
  for (const { part, metricsPort } of fleet.copies) {
    const told = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const [, queue, count] of told.matchAll(/^queue_messages\{queue="([^"]*)",state="dead".*\} (\d+)$/gm))
      if (Number(count) > 0) dead.push(`${part}: ${queue} ${count}`);
  }
  verdict.assertThat(
    dead.length === 0,
    dead.length === 0 ? 'no message is a dead letter' : `dead letters: ${[...new Set(dead)].join(', ')}`,
  );
}

async function seats({ 'svc-booking': booking }: Databases): Promise<void> {
  const off: string[] = [];
  for (const seating of Object.keys(SEATING_RULES)) {
    const stock = (await booking.collection<Stock>('stock').findOne({ _id: seating }))!;
    const rows = await booking
      .collection<Booking>('reserve-your-seat')
      .find({ seating, status: { $in: ['paid', 'pending'] } })
      .toArray();
    const tickets = (status: string) => rows.filter((row) => row.status === status).reduce((sum, { notickets }) => sum + notickets, 0);
    if (stock.sold !== tickets('paid') || stock.held !== tickets('pending'))
      off.push(`${seating}: sold ${stock.sold} of ${tickets('paid')} paid, held ${stock.held} of ${tickets('pending')} pending`);
  }
  verdict.assertThat(
    off.length === 0,
    off.length === 0 ? 'seats sold and held are those of the bookings' : `seats differ: ${off.join('; ')}`,
  );
}

async function money(fleet: Fleet): Promise<void> {
  const { code, output } = await run(process.execPath, [path.join(ROOT, 'svc-payment/dist/commands/verify-money.js')], {
    cwd: ROOT,
    env: { ...process.env, MONGO_URL: fleet.system.mongo['svc-payment'] },
    withinMs: 180_000,
  });
  for (const line of output.trim().split('\n')) console.log(`     ${line}`);
  verdict.assertThat(code === 0, 'bookings, ledger and payment provider hold the same money');
}

/** Both versions are used in a browser while both run; the older one's tab keeps working when only this version is left. */
async function withTabs(fleet: Fleet, before: OlderVersion, mixed: () => Promise<void>, back: () => Promise<void>): Promise<void> {
  const executablePath = await findBrowser({ env: process.env });
  const [newer, older] = fleet.copies.filter(({ part }) => part === 'gateway');
  const [buyer, organiser] = fleet.system.accounts;
  const tabs = await Promise.all([Tab.open(executablePath, fleet.site, older!.port), Tab.open(executablePath, fleet.site, newer!.port)]);
  try {
    const [ofBefore, ofNow] = tabs;
    for (const [tab, account, whose] of [
      [ofBefore, buyer!, before.name],
      [ofNow, organiser!, 'this version'],
    ] as const) {
      const paid = await tab.buy(account, fleet.system.payments!).then(
        () => undefined,
        (error: Error) => error.message.split('\n')[0],
      );
      verdict.assertThat(
        paid === undefined,
        `a tab of ${whose} signed in, reserved, paid and was told so${paid === undefined ? '' : `: ${paid}`}`,
      );
    }
    await mixed();
    await back();
    const went = await ofBefore.goOn(buyer!).catch((error: Error) => error.message.split('\n')[0]!);
    const how = typeof went === 'string' ? `: ${went}` : went ? ', its page loaded anew by itself' : ', its page as it was';
    verdict.assertThat(typeof went === 'boolean', `the tab of ${before.name} goes on when only this version is left${how}`);
    for (const tab of tabs)
      verdict.assertThat(
        tab.faults.length === 0,
        tab.faults.length === 0 ? 'no answer to a tab was a failure' : `answers to a tab: ${tab.faults.slice(0, 5).join(', ')}`,
      );
  } finally {
    await Promise.all(tabs.map((tab) => tab.close()));
  }
}

async function verify(): Promise<void> {
  const progress = new Progress(false);
  const found = await findOlderVersion(process.argv[2]);
  const before = await progress.step(`Version ${found.name} built apart`, () => buildOlderVersion(found));
  const fleet = await Fleet.start({ progress });
  atEnd(() => fleet.stop());
  const databases = Object.fromEntries(
    await Promise.all(
      SERVICES.map(
        async (name) =>
          [name, await mongoose.createConnection(fleet.system.mongo[name], { serverSelectionTimeoutMS: 10_000 }).asPromise()] as const,
      ),
    ),
  ) as Databases;
  try {
    const seconds = fleet.copies.filter((_, index) => index % 2 === 1);
    const replace = async (from?: string) => {
      for (const part of ORDER)
        await fleet.roll(
          seconds.find((copy) => copy.part === part)!,
          from,
        );
    };
    console.log(`\nThis version beside ${before.name} (${before.commit.slice(0, 12)})`);
    const load = await verdict.underLoad(
      fleet,
      databases['svc-auth'],
      'one copy of each part was the older version for a while',
      async (people) => {
        await replace(before.folder);
        const enough = async () => {
          const begun = people.purchases.length;
          await until(
            'things were bought while both versions ran',
            () => people.purchases.length,
            (count) => count >= begun + BOUGHT_MIXED,
            WITHIN,
          );
        };
        await withTabs(fleet, before, enough, replace);
        return ORDER.length * 2;
      },
    );
    console.log('\nAfterwards');
    await purchases(load, databases);
    await messages(fleet, databases);
    await seats(databases);
    await money(fleet);
  } finally {
    await Promise.all(Object.values(databases).map((connection) => connection.close()));
    await fleet.stop();
  }
}

await verify().catch(reportAndExit);
verdict.end();
