import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shareOf } from '@concert/contracts/booking/choices';
import { priceMinor } from '@concert/contracts/booking/seating';
import { isHealthy, startProcess, untilReady } from '@concert/machine-kit/processes';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { makeBuyers } from '../../e2e/buyers.ts';
import { pay, reserve, SiteClient, valueOf, type Buyer, type Order } from '../../e2e/site-client.ts';
import { freePortBase, planPorts } from '../system/ports.ts';
import { serviceSettings, type Plan } from '../system/process-settings.ts';
import { Progress } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { ROOT } from '../system/rooms.ts';
import { keepSecrets } from '../system/secrets.ts';
import { endOnSignals } from '../system/stop-on-signals.ts';
import { startSystem, type System } from '../system/system.ts';
import { Lives, type Mortal } from './choices/lives.ts';
import { Verdict } from './fleet/verdict.ts';

/*
 * A postponed concert whose holders chose everything there is to choose, or nothing. The deadline passes while svc-booking and svc-payment
 * are killed at the places that hurt. Then provider, ledger, bookings and seats are compared with what was chosen.
 *
 *   npm run verify:choices [-- <bookings> <kills>] [control]    with `control`, what makes repeats harmless is taken out: that has to be seen
 */

const [BOOKINGS = 1_000, KILLS = 50] = process.argv.slice(2).map(Number).filter(Number.isInteger);
const AT_ONCE = 24;
const WITHIN = { withinMs: 300_000, everyMs: 500 };
const isControl = process.argv.includes('control');

const verdict = new Verdict();
const atEnd = endOnSignals();

interface Held {
  readonly id: string;
  readonly buyer: Buyer;
  readonly order: Order;
  /** Numbers of the tickets that have to go back, and of how many of them the money is given to the welfare work. */
  back: readonly number[];
  gifts: number;
}

interface BookingRow {
  _id: string;
  status: string;
  notickets: number;
  seating: string;
  returns?: { tickets: number[]; amountMinor: number; steps: { step: string }[] }[];
}
interface LedgerRow {
  _id: string;
  kind: string;
  bookingId: string;
  paymentIntentId: string;
  amountMinor: number;
}

/** Does some work for each, so many at once. */
async function each<T>(all: readonly T[], work: (one: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++) await work(all[index]!, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function buy(system: System, auth: Connection, booking: Connection): Promise<Held[]> {
  // Every third booking shares four seats for one price, whose share is a fraction of a cent where three are given back.
  await booking.collection<{ _id: string }>('stock').updateMany({}, { $set: { capacity: 20_000 }, $inc: { version: 1 } });
  const held: Held[] = [];
  await each(await makeBuyers(auth, BOOKINGS), async (buyer, index) => {
    const order: Order =
      index % 3 === 0 ? { seating: 'Preferred Seating', notickets: 3 } : { seating: 'General Seating', notickets: 1 + (index % 6) };
    const id = await reserve(system, buyer, order);
    await pay(system, buyer, id, order);
    held.push({ id, buyer, order, back: [], gifts: 0 });
  });
  const paid = () => booking.collection<BookingRow>('reserve-your-seat').countDocuments({ status: 'paid' });
  await until('every booking is paid', paid, (count) => count === BOOKINGS, WITHIN);
  return held.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Each sixth holder keeps all, gives one back, all but one, all, all with a gift, or chooses nothing; some change their minds. */
async function choose(system: System, held: readonly Held[]): Promise<void> {
  await each(held, async (one, index) => {
    const all = Array.from({ length: one.order.notickets }, (_, ticket) => ticket + 1);
    const wish = [[], all.slice(0, 1), all.slice(1), all, all, undefined][index % 6];
    one.back = wish ?? all;
    // One ticket of each that is not the only one.
    one.gifts = [2, 4].includes(index % 6) && one.back.length > 1 ? 1 : 0;
    if (wish === undefined) return;
    const { booking } = new SiteClient(system.site, { cookie: one.buyer.cookie });
    const save = async (giveBack: readonly number[], gifts: number) => {
      const call = { params: { bookingId: one.id }, body: { giveBack: [...giveBack], gifts } };
      // Whoever is told that the site is busy presses again.
      const answer = await until(
        'a choice',
        () => booking.saveChoice(call),
        ({ ok, ...rest }) => ok || !('problem' in rest) || rest.problem.status < 500,
        WITHIN,
      );
      valueOf('A choice', answer);
    };
    if (index % 4 === 0) await save(all, 0);
    await save(wish, one.gifts);
  });
}

async function postpone({ site, accounts }: System): Promise<void> {
  const client = new SiteClient(site);
  await client.signIn(accounts.find(({ role }) => role === 'admin')!);
  const { version } = valueOf('The settings', await client.booking.showSettings());
  const lastDay = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const body = { version, date: null, reason: 'A storm', lastDay, silence: 'refund' as const };
  valueOf('Postponing', await client.booking.postponeConcert({ body }));
}

/** What the payment provider has sent back, by payment. */
async function sentBack({ payments }: System): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (let after = ''; ;) {
    const answer = await fetch(`${payments}/v1/refunds?limit=100${after}`, { headers: { authorization: 'Bearer sk_test_trial' } });
    const page = (await answer.json()) as {
      data: { id: string; payment_intent: string; amount: number; status: string }[];
      has_more: boolean;
    };
    for (const { payment_intent: intent, amount, status } of page.data)
      if (status === 'succeeded') found.set(intent, [...(found.get(intent) ?? []), amount]);
    if (!page.has_more) return found;
    after = `&starting_after=${page.data.at(-1)!.id}`;
  }
}

const priceOf = ({ order }: Held) => priceMinor(order.seating, order.notickets);
const giftOf = (one: Held) => (one.gifts === 0 ? 0 : shareOf(priceOf(one), one.order.notickets, one.gifts));
const dueOf = (one: Held) => {
  const { order, back, gifts } = one;
  return shareOf(priceOf(one) - giftOf(one), order.notickets - gifts, back.length - gifts);
};

async function compare(system: System, booking: Connection, payment: Connection, held: readonly Held[]): Promise<void> {
  const owed = held.filter(({ back }) => back.length > 0);
  const provider = await sentBack(system);
  const ledger = await payment.collection<LedgerRow>('money-ledger').find().toArray();
  const intents = new Map(ledger.filter(({ kind }) => kind === 'captured').map((row) => [row.bookingId, row.paymentIntentId]));
  const rows = new Map((await booking.collection<BookingRow>('reserve-your-seat').find().toArray()).map((row) => [row._id, row]));
  const refundsOf = ({ id }: Held) => provider.get(intents.get(id)!) ?? [];
  const ledgerOf = ({ id }: Held, wanted = 'refunded') =>
    ledger.filter(({ kind, bookingId }) => kind === wanted && bookingId === id).map((row) => row.amountMinor);
  const isRight = (one: Held, amounts: readonly number[]) =>
    one.back.length === 0 ? amounts.length === 0 : amounts.length === 1 && amounts[0] === dueOf(one);
  const wrong = (amountsOf: (one: Held) => readonly number[]) => held.filter((one) => !isRight(one, amountsOf(one))).length;
  const due = owed.reduce((sum, one) => sum + dueOf(one), 0);
  const gone = [...provider.values()].flat().reduce((sum, amount) => sum + amount, 0);
  verdict.demand(
    wrong(refundsOf) === 0,
    `${owed.length} of ${held.length} bookings have one refund of the right amount at the provider, the others none`,
  );
  verdict.demand(wrong((one) => ledgerOf(one)) === 0, 'the ledger has the same');
  const givers = held.filter(({ gifts }) => gifts > 0);
  verdict.demand(
    held.every((one) => ledgerOf(one, 'given').join() === (one.gifts > 0 ? String(giftOf(one)) : '')),
    `${givers.length} gifts of together ${(givers.reduce((sum, one) => sum + giftOf(one), 0) / 100).toFixed(2)} USD stand in their own account, each once`,
  );
  verdict.demand(gone === due, `${(gone / 100).toFixed(2)} USD went back, ${((gone - due) / 100).toFixed(2)} more than was chosen`);
  const told = (one: Held) => {
    const row = rows.get(one.id)!;
    const ended = (row.returns ?? []).flatMap(({ tickets }) => tickets).sort((a, b) => a - b);
    if (one.back.length === one.order.notickets) return row.status === 'refunded' && ended.length === one.gifts;
    return row.status === 'paid' && ended.join() === one.back.join() && row.notickets === one.order.notickets - ended.length;
  };
  verdict.demand(held.every(told), 'every booking has exactly the tickets that its holder kept');
  const stocks = await booking.collection<{ _id: string; sold: number; held: number }>('stock').find().toArray();
  const sold = (seating: string) =>
    held.reduce((sum, { order, back }) => (order.seating === seating ? sum + order.notickets - back.length : sum), 0);
  verdict.demand(
    stocks.every((stock) => stock.sold === sold(stock._id) && stock.held === 0),
    `seats are on sale again once: ${stocks.map((stock) => `${stock._id} ${stock.sold} sold`).join(', ')}`,
  );
}

async function moneyCheck({ site, accounts }: System): Promise<void> {
  const client = new SiteClient(site);
  await client.signIn(accounts.find(({ role }) => role === 'admin')!);
  valueOf('A money check', await client.payment.checkMoney());
  const { proof } = await until(
    'the money is compared',
    async () => valueOf('The money check', await client.payment.showMoneyCheck()),
    (shown) => shown.check === null && shown.proof?.settling === 0,
    WITHIN,
  );
  const { bookings, ledger, provider, open } = proof!;
  verdict.demand(
    open === 0 && bookings.heldMinor === ledger.heldMinor && ledger.heldMinor === provider.heldMinor,
    `bookings ${bookings.heldMinor}, ledger ${ledger.heldMinor}, provider ${provider.heldMinor} cents: difference 0`,
  );
}

async function verify(): Promise<void> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'concert-choices-'));
  const ports = planPorts({ PORT_BASE: String(await freePortBase()) });
  const { PORT: _port, NODE_ENV: _mode, ...env } = process.env;
  const unhurried = { RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_AUTH_PER_MINUTE: '100000000' };
  const settings = { gateway: unhurried, 'svc-payment': { PAYMENT_REFUNDS_PER_SECOND: '100' } };
  const system = await startSystem({ dataFolder, ports, env, settings, progress: new Progress(false) });
  const open = (name: Mortal | 'svc-auth') => mongoose.createConnection(system.mongo[name]).asPromise();
  const [auth, booking, payment] = [await open('svc-auth'), await open('svc-booking'), await open('svc-payment')];
  atEnd(async () => {
    await Promise.all([auth, booking, payment].map((connection) => connection.close()));
    await system.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const held = await buy(system, auth, booking);
  await postpone(system);
  await choose(system, held);
  console.log(`\n${held.length} bookings are paid and postponed, and have chosen. The deadline passes.`);
  const plan: Plan = {
    ...{ ports, secrets: await keepSecrets(dataFolder), dataFolder, publicOrigin: system.site, env },
    ...{ rabbitUrl: (service) => system.rabbitOf[service], rabbitAdminUrl: system.rabbit },
    ...{ mongoUrl: (service) => system.mongoOf[service], mongoMigrationUrl: (service) => system.mongo[service] },
  };
  const begin = async (name: Mortal, args: readonly string[]) => {
    const child = await startProcess({
      ...{ name, command: process.execPath, args: [...args, path.join(ROOT, name, 'dist/main.js')], cwd: ROOT },
      env: { ...serviceSettings(plan, name), ...settings['svc-payment'], LOG_LEVEL: 'error' },
      logFile: path.join(system.logs, `${name}-mortal.log`),
    });
    // One that is killed by its first beat may never be ready.
    const ready = untilReady(child, () => isHealthy(`http://127.0.0.1:${ports[name]}/health/ready`), 60_000).catch(() => undefined);
    await Promise.race([ready, child.exited]);
    return child;
  };
  const parts = (['svc-booking', 'svc-payment'] as const).map((name) => system.part(name));
  await Promise.all(parts.map((part) => part.stop()));
  const chooseUntil = new Date();
  await booking
    .collection<{ _id: string }>('concerts')
    .updateOne({ _id: 'current' }, { $set: { 'postponement.chooseUntil': chooseUntil } });
  const lives = new Lives(begin, { 'svc-booking': booking, 'svc-payment': payment }, isControl);
  atEnd(() => lives.stop());
  const kills = await lives.run(KILLS);
  verdict.demand(kills >= KILLS, `processes were killed ${kills} times: ${lives.places}`);
  if (isControl) await lives.finish(() => over(booking, payment));
  else {
    await Promise.all(parts.map((part) => part.start()));
    await over(booking, payment);
  }
  await compare(system, booking, payment, held);
  if (!isControl) await moneyCheck(system);
}

/** Waits until all is carried out, told and sent. */
async function over(booking: Connection, payment: Connection): Promise<void> {
  // Without an inbox nobody says that a fact was heard.
  const onItsWay = isControl ? { publishedAt: null } : { $or: [{ publishedAt: null }, { heardAt: null }] };
  await until(
    'all is carried out, told, sent back and followed',
    async () => [
      await booking.collection('choice-rounds').countDocuments({ finishedAt: null }),
      await booking.collection('outbox').countDocuments(onItsWay),
      await payment.collection('outbox').countDocuments(onItsWay),
      await payment.collection('refunds').countDocuments({ status: { $in: ['requested', 'pending'] } }),
    ],
    (left) => left.every((count) => count === 0),
    WITHIN,
  );
}

await verify().then(() => verdict.end(), reportAndExit);
