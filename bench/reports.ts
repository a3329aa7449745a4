import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SessionView } from '@concert/contracts/auth/http';
import {
  EXPORT_BYTES_HEADER,
  EXPORT_ROWS_HEADER,
  MAX_REPORT_ROWS,
  REPORT_STATUS_WORDS,
  type Report,
  type ReportRow,
} from '@concert/contracts/booking/reports';
import { priceMinor, SEATINGS, SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { IDENTITY_HEADER } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import { IdentitySigner } from '@concert/service-kit/identity';
import { run } from '@concert/machine-kit/processes';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { request } from 'undici';
import { keepSecrets } from '../dev/system/secrets.ts';
import type { SystemAddress } from '../dev/system/address.ts';
import { makeBuyers } from '../e2e/buyers.ts';
import type { Buyer } from '../e2e/site-client.ts';
import { line, load, milliseconds, ratio } from './figures.ts';

const BOOKINGS = 100_000;
const ROOT = path.resolve(import.meta.dirname, '..');

/** Names as people have them, and as nobody should: what a cell must not work out, lose or read as something else. */
const NAMES = [
  'Meera Raghavan',
  'Thomas Achterberg',
  'Lucía Fernández',
  'Amit Deshpande',
  'Zoë Ångström',
  "Siobhán O'Kelly",
  'Anne-Marie Dupont',
  '李 明',
  'Olga Петрова',
  'José da Silva',
];
const EVIL = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '=HYPERLINK("https://evil.example","x")',
  '=IMPORTXML("x")',
  '=DDE("x")',
  "'=1",
  '\u200b=1',
  ';=1',
  'a;b',
  'a,b',
  'two\nlines',
  ']]>',
  '&amp;',
  '<v>1</v>',
  '00123',
  '12/7',
  '1234567890123456789',
  '2024-02-30',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
  '_x000D_',
  'TRUE',
  '1e5',
  '#REF!',
  '../x.xlsx',
  'say "so"',
];
const STATUSES = ['paid', 'paid', 'paid', 'paid', 'expired', 'expired', 'cancelled', 'refunded', 'refund_requested', 'late_paid'] as const;

/** Bookings of eight weeks, as they were stored before the report existed: the migration makes the rest. */
function storedBooking(index: number, now: number): Record<string, unknown> {
  const seating = SEATINGS[index % 4] as Seating;
  const notickets = 1 + (index % SEATING_RULES[seating].maxTickets);
  const status = STATUSES[index % STATUSES.length] as (typeof STATUSES)[number];
  const name = EVIL[index] ?? `${NAMES[index % NAMES.length] ?? ''} ${index}`;
  const userId = idFromBytes('user', randomBytes(13));
  const createdAt = new Date(now - index * 48_000);
  const later = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
  const way =
    status === 'expired' || status === 'cancelled'
      ? [status]
      : status === 'late_paid'
        ? ['expired', status]
        : status === 'paid'
          ? [status]
          : ['paid', ...(status === 'refunded' ? ['refund_requested'] : []), status];
  let [from, hash] = ['pending', ''];
  const history = [{ from: null as string | null, to: 'pending', at: createdAt, actor: `user:${userId}`, cause: 'reserved', hash }];
  for (const [step, to] of way.entries()) {
    history.push({
      from,
      to,
      at: later(step + 1),
      actor: 'svc-payment',
      cause: 'bench',
      hash: (hash = createHash('sha256')
        .update(hash + to)
        .digest('base64url')),
    });
    from = to;
  }
  return {
    _id: idFromBytes('booking', randomBytes(13)),
    userId,
    firstname: name,
    lastname: '',
    email: `guest${index}@mail${index % 50}.example.org`,
    phoneno: `(555) ${String(100 + (index % 900))}-${String(index % 10_000).padStart(4, '0')}`,
    seating,
    notickets,
    amount: priceMinor(seating, notickets),
    currency: 'USD',
    host: '',
    status,
    createdAt,
    holdEndsAt: later(30),
    paymentBegunAt: null,
    ticketIds: way.includes('paid') ? Array.from({ length: notickets }, () => idFromBytes('ticket', randomBytes(13))) : [],
    version: history.length,
    history,
  };
}

async function fill(booking: mongoose.Connection, mongoUrl: string): Promise<void> {
  if ((await booking.collection('reserve-your-seat').estimatedDocumentCount()) >= BOOKINGS) return;
  const now = Date.now();
  for (let from = 0; from < BOOKINGS; from += 2_000) {
    await booking.collection('reserve-your-seat').insertMany(
      Array.from({ length: Math.min(2_000, BOOKINGS - from) }, (_, index) => storedBooking(from + index, now)),
      { ordered: false },
    );
  }
  await booking.collection<{ _id: string }>('migrations').deleteOne({ _id: '0003-report-figures' });
  const from = performance.now();
  const done = await run(path.join(ROOT, 'node_modules/.bin/node'), [path.join(ROOT, 'svc-booking/dist/commands/migrate.js')], {
    env: { PATH: process.env['PATH'], MONGO_URL: mongoUrl },
    withinMs: 600_000,
  });
  if (done.code !== 0) throw new Error(`migrating ended with ${done.code}: ${done.output}`);
  line(`words and figures of ${BOOKINGS} older bookings`, `${((performance.now() - from) / 1_000).toFixed(1)} s`, 'the migration');
  // Changing all of them at once leaves what they were in the indexes until the server tidies up; bookings that came one by one leave nothing.
  await booking
    .collection('reserve-your-seat')
    .aggregate([{ $out: 'reserve-your-seat' }])
    .toArray();
}

/** An organiser's calls through the gateway. */
class Desk {
  private readonly site: string;
  private readonly who: Buyer;

  constructor(site: string, who: Buyer) {
    this.site = site;
    this.who = who;
  }

  /* By the lightest client there is: it works on the processors that it measures. */
  async ask<T>(method: 'GET' | 'POST', address: string, body?: object): Promise<T> {
    const response = await request(`${this.site}${address}`, this.message(method, body));
    if (response.statusCode >= 300) throw new Error(`${method} ${address} answered ${response.statusCode}: ${await response.body.text()}`);
    return (await response.body.json()) as T;
  }

  raw(method: 'GET' | 'POST', address: string, body?: object): Promise<Response> {
    return fetch(`${this.site}${address}`, this.message(method, body));
  }

  private message(method: 'GET' | 'POST', body?: object) {
    return {
      method,
      headers: { cookie: this.who.cookie, origin: this.site, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify({ email: this.who.email, ...body }) } : {}),
    };
  }

  /** The same as {@link rows}, asked of svc-booking itself, as the gateway asks it: without the gateway and the look at the session. */
  async atTheService(service: string, signer: IdentitySigner): Promise<(body: object) => Promise<void>> {
    const { session } = await this.ask<{ session: SessionView }>('GET', '/api/auth/session');
    const identity = { ...session, sessionId: idFromBytes('session', randomBytes(13)), signedInAt: new Date().toISOString() };
    return async (body) => {
      const response = await request(`${service}/api/get-bookings`, {
        method: 'POST',
        headers: { [IDENTITY_HEADER]: await signer.signIdentity(identity, 'svc-booking'), 'content-type': 'application/json' },
        body: JSON.stringify({ email: this.who.email, ...body }),
      });
      if (response.statusCode !== 200) throw new Error(`svc-booking answered ${response.statusCode}: ${await response.body.text()}`);
      await response.body.json();
    };
  }

  rows(body: object): Promise<ReportRow[]> {
    return this.ask<ReportRow[]>('POST', '/api/get-bookings', body);
  }
}

/**
 * The report at a hundred thousand bookings: pages, searches, totals and the export, through the gateway; totals compared
 * with the bookings, and the file with both, cell by cell, where a LibreOffice is installed.
 */
export async function benchReports(system: SystemAddress & { readonly dataFolder: string }): Promise<void> {
  const accounts = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  const booking = await mongoose.createConnection(system.mongo['svc-booking'], { maxPoolSize: 10 }).asPromise();
  // Nobody paid for what is written straight into the database: the comparison of the money would open a task for each booking meanwhile.
  const payment = await pidOf(system, 'svc-payment');
  process.kill(payment, 'SIGSTOP');
  try {
    await fill(booking, system.mongo['svc-booking']);
    const database = await pidOf(system, 'mongodb');
    await until(
      'the database has written down what it was given',
      () => workOf(database),
      (share) => share < 0.15,
      { withinMs: 180_000 },
    );
    const [who] = (await makeBuyers(accounts, 1)) as [Buyer];
    await accounts.collection('users').updateOne({ email: who.email }, { $set: { role: 'organiser' } });
    const desk = new Desk(system.site, who);
    const { identity } = await keepSecrets(system.dataFolder);
    await pages(desk, await desk.atTheService(system.services['svc-booking'], new IdentitySigner('gateway', identity.gateway.privateKey)));
    await totals(desk, booking);
    await exported(desk, system);
  } finally {
    process.kill(payment, 'SIGCONT');
    await Promise.all([accounts.close(), booking.close()]);
  }
}

async function pidOf({ dataFolder }: { readonly dataFolder: string }, process: string): Promise<number> {
  const processes = JSON.parse(await readFile(path.join(dataFolder, 'processes.json'), 'utf8')) as { name: string; pid: number }[];
  return processes.find(({ name }) => name === process)!.pid;
}

/** What a process worked in two seconds, as a share of one processor. */
async function workOf(pid: number): Promise<number> {
  // Hundredths of a second in user and system mode: see proc_pid_stat(5).
  const ticks = async () => {
    const [, , , , , , , , , , , user, system] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
    return Number(user) + Number(system);
  };
  const before = await ticks();
  await pause(2_000);
  return ((await ticks()) - before) / 200;
}

async function pages(desk: Desk, atTheService: (body: object) => Promise<void>): Promise<void> {
  const deep = await desk.rows({ limit: MAX_REPORT_ROWS, sort: 'amount' });
  const cursor = deep.at(-1)!.cursor;
  const somebody = deep[7]!;
  const questions: readonly (readonly [string, object])[] = [
    ['newest first', {}],
    ['one status and category', { status: ['refunded'], seating: ['VIP Seating'] }],
    ['by name', { sort: 'name' }],
    ['by amount, a thousand rows in', { sort: 'amount', cursor }],
    ['search: beginning of a common name', { search: 'mee' }],
    ['search: two words', { search: 'thomas achter' }],
    ['search: booking id', { search: somebody.id }],
    ['search: phone', { search: somebody.phoneno }],
    ['search: email', { search: somebody.email }],
  ];
  const timed = async (call: () => Promise<unknown>) => {
    await load(Array.from({ length: 200 }), 1, async () => void (await call()));
    return load(Array.from({ length: 500 }), 1, async () => void (await call()));
  };
  // A process that answers its first thousands of calls is still being compiled.
  await load(Array.from({ length: 2_000 }), 1, async () => void (await desk.rows({ limit: 51 })));
  const bare = await timed(() => desk.ask('GET', '/health/live'));
  line('the gateway asked whether it lives, the noise of the machine', milliseconds(bare.p99Ms), `p99; p50 ${milliseconds(bare.p50Ms)}`);
  const least = await timed(() => desk.ask('GET', '/api/concert'));
  line('the concert, the least a call costs here', milliseconds(least.p99Ms), `p99; p50 ${milliseconds(least.p50Ms)}`);
  for (const [name, body] of questions) {
    const seen = await timed(() => desk.rows({ limit: 51, ...body }));
    const alone = await timed(() => atTheService({ limit: 51, ...body }));
    line(
      `report page, ${name}`,
      milliseconds(alone.p99Ms),
      `p99 of svc-booking; p50 ${milliseconds(alone.p50Ms)}; through the gateway ${milliseconds(seen.p99Ms)} and ${milliseconds(seen.p50Ms)}, ${ratio(seen.p50Ms / least.p50Ms)} of the concert`,
    );
  }
  const words = new Set(
    NAMES.flatMap((name) => name.split(' '))
      .filter((word) => /^[A-Za-z]{4,}$/.test(word))
      .flatMap((word) => Array.from({ length: word.length - 3 }, (_, more) => word.slice(0, 4 + more))),
  );
  const fresh = await load([...words], 1, async (search) => void (await desk.rows({ limit: 51, search })));
  line(
    'report page, search: a common name not looked for before',
    milliseconds(fresh.p99Ms),
    `p99 of ${fresh.done}; p50 ${milliseconds(fresh.p50Ms)}, ${ratio(fresh.p50Ms / least.p50Ms)} of the concert`,
  );
  // No id has a u in it.
  const inside = await load(Array.from({ length: 5 }), 1, async () => void (await desk.rows({ limit: 51, search: 'uuuu' })));
  line(
    'report page, search: nobody, inside words too',
    milliseconds(inside.p50Ms),
    `p50; ${ratio(inside.p50Ms / least.p50Ms)} of the concert; the index of texts is read through`,
  );
}

async function totals(desk: Desk, booking: mongoose.Connection): Promise<void> {
  const seen = await load(Array.from({ length: 100 }), 1, async () => void (await desk.ask<Report>('GET', '/api/bookings-report')));
  const from = performance.now();
  const counted = await booking
    .collection('reserve-your-seat')
    .aggregate<{ _id: { seating: string; status: string }; bookings: number; tickets: number; amountMinor: number }>([
      {
        $group: {
          _id: { seating: '$seating', status: '$status' },
          bookings: { $sum: 1 },
          tickets: { $sum: '$notickets' },
          amountMinor: { $sum: '$charged' },
        },
      },
    ])
    .toArray();
  const aggregateMs = performance.now() - from;
  const { cells, categories, days } = await desk.ask<Report>('GET', '/api/bookings-report');
  for (const { _id, ...cell } of counted) {
    const shown = cells.find(({ category, status }) => category === _id.seating && status === _id.status);
    for (const field of ['bookings', 'tickets', 'amountMinor'] as const) {
      if (shown?.[field] !== cell[field])
        throw new Error(`${_id.seating} ${_id.status}: the report says ${shown?.[field]} ${field}, the bookings add up to ${cell[field]}`);
    }
  }
  for (const field of ['chargedMinor', 'returnedMinor'] as const) {
    const [byDay, byCategory] = [days, categories].map((parts) => parts.reduce((sum, part) => sum + part[field], 0));
    if (byDay !== byCategory) throw new Error(`${field}: ${byDay} by day, ${byCategory} by category`);
  }
  line(
    'report totals, kept with every booking',
    milliseconds(seen.p99Ms),
    `p99; p50 ${milliseconds(seen.p50Ms)}; exact, ${days.length} days`,
  );
  line('the same by adding all bookings up', milliseconds(aggregateMs), `${ratio(seen.p50Ms / aggregateMs)} of it`);
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}

async function exported(desk: Desk, system: SystemAddress & { readonly dataFolder: string }): Promise<void> {
  const pid = await pidOf(system, 'svc-booking');
  const look = () => fetch(`${system.site}/api/concert`).then((answer) => answer.arrayBuffer());
  const idle = await load(Array.from({ length: 200 }), 1, async () => void (await look()));
  const before = await memoryOf(pid);
  let [most, going] = [before, true];
  const meanwhile: number[] = [];
  const watch = (async () => {
    while (going) {
      const from = performance.now();
      await look();
      meanwhile.push(performance.now() - from);
      most = Math.max(most, await memoryOf(pid));
    }
  })();
  const from = performance.now();
  const response = await desk.raw('POST', '/api/export-bookings', {});
  if (!response.ok) throw new Error(`the export answered ${response.status}`);
  const expected = Number(response.headers.get(EXPORT_BYTES_HEADER));
  const parts: Uint8Array[] = [];
  let [received, atATenth] = [0, 0];
  for await (const part of response.body as ReadableStream<Uint8Array>) {
    parts.push(part);
    received += part.byteLength;
    if (atATenth === 0 && received * 10 >= expected) atATenth = await memoryOf(pid);
  }
  const file = Buffer.concat(parts);
  const seconds = (performance.now() - from) / 1_000;
  going = false;
  await watch;
  meanwhile.sort((a, b) => a - b);
  const p99 = meanwhile[Math.ceil(meanwhile.length * 0.99) - 1] ?? Number.NaN;
  line(
    `export of ${response.headers.get(EXPORT_ROWS_HEADER)} rows`,
    `${seconds.toFixed(1)} s`,
    `${(file.length / 2 ** 20).toFixed(1)} MB, ${(file.length / Number(response.headers.get(EXPORT_ROWS_HEADER))).toFixed(1)} bytes a row`,
  );
  line(
    'memory of svc-booking, export included',
    `${most.toFixed(0)} MB`,
    `at most; ${ratio(most / atATenth)} of what it was after a tenth of the rows, ${before.toFixed(0)} MB before`,
  );
  line('the concert asked for meanwhile', milliseconds(p99), `p99; ${milliseconds(idle.p99Ms)} without an export`);
  await compareInLibreOffice(desk, file);
}

/** One row of a CSV file, as LibreOffice writes it: every text in quotes. */
function* csvRows(text: string): Generator<string[]> {
  let [row, cell, quoted] = [[] as string[], '', false];
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      yield [...row, cell];
      [row, cell] = [[], ''];
    } else cell += sign;
  }
}

/** Opens the file as a person would and compares every cell, as it is shown, with what the site lists. */
async function compareInLibreOffice(desk: Desk, file: Buffer): Promise<void> {
  const execute = promisify(execFile);
  if (
    !(await execute('soffice', ['--version']).then(
      () => true,
      () => false,
    ))
  ) {
    line('the export in LibreOffice', 'not looked at', 'no soffice on the PATH');
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-export-'));
  try {
    await writeFile(path.join(folder, 'report.xlsx'), file);
    const from = performance.now();
    // Comma, double quote, UTF-8, from the first row, every text quoted, cells as shown, no formulas, every sheet.
    await execute(
      'soffice',
      [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true,true,false,false,-1',
        '--outdir',
        folder,
        path.join(folder, 'report.xlsx'),
      ],
      { timeout: 600_000 },
    );
    const sheets = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
    const shown = [
      ...csvRows(
        await readFile(
          path.join(
            folder,
            sheets.find((name) => name.includes('Concert Bookings'))!,
          ),
          'utf8',
        ),
      ),
    ];
    let cells = 0;
    let cursor: string | undefined;
    let at = 1;
    for (;;) {
      const page = await desk.rows({ limit: MAX_REPORT_ROWS, ...(cursor ? { cursor } : {}) });
      for (const row of page) {
        const expected = rowAsShown(row);
        const seen = shown[at] ?? [];
        expected.forEach((text, column) => {
          // A space of no width is there and is not shown.
          const value = text.replaceAll('\u200b', '');
          if (seen[column]?.replaceAll('\u200b', '') !== value)
            throw new Error(
              `row ${at + 1}, column ${column + 1}: LibreOffice shows ${JSON.stringify(seen[column])}, the site ${JSON.stringify(value)}`,
            );
        });
        cells += expected.length;
        at += 1;
      }
      if (page.length < MAX_REPORT_ROWS) break;
      cursor = page.at(-1)!.cursor;
    }
    if (shown.length !== at) throw new Error(`LibreOffice shows ${shown.length} rows, the site ${at}`);
    line(
      'the export in LibreOffice, cell by cell',
      `${cells} cells`,
      `all equal, ${sheets.length} sheets, opened in ${((performance.now() - from) / 1_000).toFixed(0)} s`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

function rowAsShown(row: ReportRow): string[] {
  const parts = Object.fromEntries(moment.formatToParts(row.created_at._seconds * 1_000).map(({ type, value }) => [type, value]));
  const at = `${parts['month']}/${parts['day']}/${parts['year']} ${parts['hour']}:${parts['minute']}:${parts['second']} ${parts['timeZoneName']}`;
  return [
    `${row.firstname} ${row.lastname}`.trim(),
    row.email,
    row.phoneno,
    row.userbookingid,
    String(row.notickets),
    money.format(row.amount / 100),
    row.seating,
    at,
    REPORT_STATUS_WORDS[row.status],
    money.format(row.price / 100),
  ];
}
