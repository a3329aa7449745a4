import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { makeBuyers, signedInAgain } from '@concert/test-kit/buyers';
import { pay, reserve, SiteClient, valueOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { reportAndExit } from '../system/report-and-exit.ts';
import { contentsOf, differences, type Contents, type Difference } from '../commands/ops/database-contents.ts';
import { freePortBase, planPorts } from '../system/ports.ts';
import { Progress } from '../system/progress.ts';
import { ROOT, SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { endOnSignals } from '../system/stop-on-signals.ts';
import { DATABASES } from '../system/database-accounts.ts';
import { withDatabases } from '../system/databases.ts';
import { startSystem, type System } from '../system/system.ts';
import { allReported, eraseOne, collectionsNamingAtRest, collectionsNaming } from './erased-again.ts';

/*
 * A system with bookings of every kind is backed up while it runs. All its data are destroyed, the broker's too; only what no database
 * holds is left: the secrets, and what the payment and mail providers have. Then the backup is restored, and every document is compared
 * with what it was. What was paid after the backup has to come back from the payment provider, and who was erased after it is erased again
 * before any service starts.
 */

const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const PREMIUM: Order = { seating: 'Premium Seating', notickets: 6 };
/** Kept separately from the databases, as docs/operate.md demands, or not ours: the files of the providers' stand-ins. */
const OUTSIDE = ['secrets.json', 'payments.json', 'mailbox.json', 'identity.json'];
/** What a restore ends: see dev/commands/ops/end-access.ts. */
const ACCESS = ['sessions', 'account-links', 'account-requests', 'helper-links', 'approvals', 'users.sessionEpoch', 'users.version'];
/** Who works on what at this moment, since when it is known to be told, and up to when the provider was read: it moves all the time and records nothing. */
const NO_RECORD = ['leases', 'outbox.publishedAt', 'checkpoints.at', ...ACCESS];
const WITHIN = { withinMs: 90_000, everyMs: 200 };

const progress = new Progress(false);

type Databases = Readonly<Record<string, Connection>>;

async function open(mongoUrl: (service: ServiceName) => string): Promise<Databases> {
  const opened = await Promise.all(
    SERVICES.map(
      async (name) =>
        [DATABASES[name], await mongoose.createConnection(mongoUrl(name), { serverSelectionTimeoutMS: 10_000 }).asPromise()] as const,
    ),
  );
  return Object.fromEntries(opened);
}

async function close(databases: Databases): Promise<void> {
  await Promise.all(Object.values(databases).map((connection) => connection.close()));
}

const linesOf = (found: readonly Difference[]): string[] =>
  found.flatMap(({ collection, lost, changed, added }) => [
    ...lost.map((id) => `lost: ${collection} ${id}`),
    ...changed.map((id) => `changed: ${collection} ${id}`),
    ...added.map((id) => `added: ${collection} ${id}`),
  ]);

const atEnd = endOnSignals();

class RestoreRun {
  readonly system: System;
  readonly databases: Databases;

  constructor(system: System, databases: Databases) {
    this.system = system;
    this.databases = databases;
  }

  static async begin(system: System): Promise<RestoreRun> {
    return new RestoreRun(system, await open((name) => system.mongo[name]));
  }

  async end(): Promise<void> {
    await close(this.databases);
    await this.system.stop();
  }

  rows(database: string, name: string) {
    return this.databases[database]!.collection<{ _id: string; [field: string]: unknown }>(name);
  }

  async becomes(bookingId: string, status: string): Promise<void> {
    await until(
      `booking ${bookingId} is ${status}`,
      () => this.rows('booking', 'reserve-your-seat').findOne({ _id: bookingId }),
      (found) => found?.['status'] === status,
      WITHIN,
    );
  }

  async paid(buyer: Buyer, order: Order): Promise<string> {
    const bookingId = await reserve(this.system, buyer, order);
    await pay(this.system, buyer, bookingId, order);
    await this.becomes(bookingId, 'paid');
    return bookingId;
  }

  /** Everything that is stored, once nothing changes any more. */
  async atRest(): Promise<Contents> {
    let last = await contentsOf(this.databases, NO_RECORD);
    await until(
      'all is told and sent, and nothing moves',
      async () => {
        const waiting = await Promise.all([
          ...Object.keys(this.databases).map((name) => this.rows(name, 'outbox').countDocuments({ publishedAt: null })),
          this.rows('notify', 'mails').countDocuments({ state: 'waiting' }),
        ]);
        await pause(1_500);
        const now = await contentsOf(this.databases, NO_RECORD);
        const moved = differences(last, now);
        last = now;
        return { waiting, moved: moved.map(({ collection }) => collection) };
      },
      ({ waiting, moved }) => waiting.every((count) => count === 0) && moved.length === 0,
      { withinMs: 120_000 },
    );
    return last;
  }
}

/** Bookings of every kind, and whatever else people leave behind. */
async function live(run: RestoreRun): Promise<{ buyers: readonly Buyer[]; pending: { buyer: Buyer; id: string } }> {
  const { system } = run;
  const buyers = await makeBuyers(run.databases['auth']!, 6);
  const [anna, bert, cora, dora, emil, fred] = buyers as [Buyer, Buyer, Buyer, Buyer, Buyer, Buyer];
  await run.paid(anna, GENERAL);
  await run.paid(bert, PREMIUM);
  const refunded = await run.paid(cora, GENERAL);
  const pending = { buyer: dora, id: await reserve(system, dora, GENERAL) };
  await reserve(system, emil, PREMIUM);
  await run.paid(fred, GENERAL);
  const desk = new SiteClient(system.site);
  const { email, password } = system.accounts.find(({ role }) => role === 'admin')!;
  await desk.signIn({ email, password });
  valueOf('A refund', await desk.payment.triggerRefund({ body: { id: refunded, email } }));
  const guest = { name: 'Gerda Guest', email2: 'gerda@example.org', phoneno: '(555) 123-4567', notickets: 2 };
  valueOf('A guest', await desk.booking.addVip({ body: { email, ...guest } }, { idempotencyKey: randomUUID() }));
  const message = { name: 'Hans', email: 'hans@example.org', subject: 'Parking', message: 'Where do I park?' };
  valueOf('A message', await new SiteClient(system.site).notify.sendContactMessage({ body: message }));
  await run.becomes(refunded, 'refunded');
  return { buyers, pending };
}

/** What a signed-in buyer sees under /bookings. */
async function shownTo(site: string, buyers: readonly Buyer[]): Promise<unknown[]> {
  return Promise.all(buyers.map(async (buyer) => valueOf('Bookings', await new SiteClient(site, buyer).booking.listOwnBookings())));
}

/** What the databases of a stopped system hold. */
function contentsAtRest(dataFolder: string, env: NodeJS.ProcessEnv): Promise<Contents> {
  return withDatabases({ dataFolder, env, progress }, async (mongoUrl) => {
    const databases = await open(mongoUrl);
    try {
      return await contentsOf(databases, NO_RECORD);
    } finally {
      await close(databases);
    }
  });
}

function assertThat(fine: boolean, what: string, faults: readonly string[] = []): void {
  if (!fine)
    throw new Failure(
      [`Not so: ${what}.`, ...faults.slice(0, 20)].join('\n  '),
      'look into dev/commands/ops/backup.ts, and into the logs.',
    );
  progress.line(`  ok ${what}`);
}

/** Runs commands of `npm run ops` on a data folder; each says whether it succeeded. */
function opsOn(dataFolder: string, env: NodeJS.ProcessEnv): (...words: string[]) => Promise<boolean> {
  return async (...words) => {
    const args = [path.join(ROOT, 'dev/commands/ops.ts'), ...words, '--data', dataFolder, '--yes'];
    const { code, output } = await run(process.execPath, args, { cwd: ROOT, env, withinMs: 300_000 });
    progress.line(output.trimEnd());
    return code === 0;
  };
}

async function sellsAsEver(run: RestoreRun, buyer: Buyer): Promise<void> {
  const fresh = await run.paid(buyer, GENERAL);
  const mail = await until(
    'its tickets are mailed',
    () => run.rows('notify', 'mails').findOne({ subjectId: fresh, kind: 'ticket', state: 'accepted' }),
    Boolean,
    WITHIN,
  );
  assertThat(mail !== null, 'a booking is taken, paid and mailed as on any other day');
}

async function verify(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-restore-'));
  const dataFolder = path.join(folder, 'data');
  const { PORT: _port, ...given } = process.env;
  const env = { ...given, PORT_BASE: String(await freePortBase()) };
  const ops = opsOn(dataFolder, env);
  let running: RestoreRun | undefined;
  const start = async () => (running = await RestoreRun.begin(await startSystem({ dataFolder, ports: planPorts(env), env, progress })));
  const end = async () => {
    await running?.end();
    await rm(folder, { recursive: true, force: true });
  };
  atEnd(end);
  try {
    let run = await start();
    const { buyers, pending } = await live(run);
    const [late, next] = (await makeBuyers(run.databases['auth']!, 2)) as [Buyer, Buyer];
    const before = await run.atRest();
    const erased = buyers[0]!;
    const erasures = path.join(folder, 'erasures.json');
    const unmoved = buyers.filter((buyer) => buyer !== pending.buyer && buyer !== erased);
    const shown = await shownTo(run.system.site, unmoved);
    assertThat(await ops('backup', path.join(folder, 'backup')), 'a backup is made while the system runs');

    const lateBooking = await run.paid(late, GENERAL);
    await pay(run.system, pending.buyer, pending.id, GENERAL);
    await run.becomes(pending.id, 'paid');
    const gone = await eraseOne(run.system.site, run.databases, erased);
    assertThat(await ops('erasures', erasures), 'who was erased after the backup is kept in a file');
    await run.end();
    for (const name of await readdir(dataFolder)) if (!OUTSIDE.includes(name)) await rm(path.join(dataFolder, name), { recursive: true });
    assertThat(!(await ops('restore', path.join(folder, 'backup'))), 'nothing is restored while nobody can tell who was erased');
    assertThat(
      await ops('restore', path.join(folder, 'backup'), 'nobody'),
      'everything but the secrets is destroyed, and the backup is restored',
    );

    const [restored, ...others] = differences(before, await contentsAtRest(dataFolder, env));
    const documents = [...before.values()].reduce((sum, { size }) => sum + size, 0);
    // The one new entry tells the audit log of the restore.
    const isAct =
      restored?.collection === 'auth.outbox' && restored.added.length === 1 && restored.lost.length + restored.changed.length === 0;
    assertThat(
      isAct && others.length === 0,
      `each of ${documents} documents of ${before.size} collections is as it was, byte for byte`,
      linesOf(restored ? [restored, ...others] : []),
    );

    assertThat(await ops('restore', path.join(folder, 'backup'), erasures), 'it is restored with the list of erased people');
    const naming = await collectionsNamingAtRest(dataFolder, env, erased.email);
    // The address waits there for the services that have to look for it.
    assertThat(isDeepStrictEqual(naming, ['erasures']), 'who was erased is erased again before any service starts', naming);
    run = await start();
    const auth = run.databases['auth']!;
    const asked = await new SiteClient(run.system.site, unmoved[0]).booking.listOwnBookings();
    assertThat(!asked.ok && asked.problem.status === 401, 'nobody is signed in any more');
    const again = await Promise.all(unmoved.map((buyer) => signedInAgain(auth, buyer)));
    await allReported(run.databases);
    assertThat((await collectionsNaming(run.databases, erased.email)).length === 0, 'and named nowhere once every service has reported');
    await run.becomes(pending.id, 'paid');
    await run.becomes(lateBooking, 'paid');
    assertThat(
      true,
      'what was paid after the backup came back from the payment provider: a booking that was pending then, and one that was not there yet',
    );
    // A comparison of money that was under way has ended meanwhile.
    const ended = [...gone, 'current'];
    const lost = differences(before, await run.atRest()).filter((difference) => difference.lost.some((id) => !ended.includes(id)));
    assertThat(lost.length === 0, 'nothing is lost when everything is told again', linesOf(lost));
    assertThat(isDeepStrictEqual(await shownTo(run.system.site, again), shown), 'everybody signs in and sees the same bookings');
    await until('the money agrees', () => ops('verify-money'), Boolean, { withinMs: 200_000, everyMs: 10_000 });
    assertThat(true, 'bookings, ledger and payment provider agree to the cent');

    await sellsAsEver(run, await signedInAgain(auth, next));
    assertThat(await ops('verify'), 'every invariant holds');
  } finally {
    await end();
  }
}

await verify().then(() => process.exit(0), reportAndExit);
