import { EXPORT_BYTES_HEADER, EXPORT_ROWS_HEADER, MAX_REPORT_ROWS, type Report } from '@concert/contracts/booking/reports';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { keepSecrets } from '../dev/system/secrets.ts';
import { printFigure, load, milliseconds, ratio } from './figures.ts';
import { memoryOf, pidOf, cpuShareOf } from './process-figures.ts';
import { fillBookings, NAMES } from './report-bookings.ts';
import { makeOrganiser, type OrganiserClient } from './organiser-client.ts';

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
    await fillBookings(booking);
    const database = await pidOf(system, 'mongodb');
    await until(
      'the database has written down what it was given',
      () => cpuShareOf(database),
      (share) => share < 0.15,
      { withinMs: 180_000 },
    );
    const desk = await makeOrganiser(system.site, accounts);
    const { identityKeys } = await keepSecrets(system.dataFolder);
    await pages(
      desk,
      await desk.atTheService(system.services['svc-booking'], new IdentitySigner('gateway', identityKeys.gateway.keys[0]!.privateKey)),
    );
    await totals(desk, booking);
    await exported(desk, system);
  } finally {
    process.kill(payment, 'SIGCONT');
    await Promise.all([accounts.close(), booking.close()]);
  }
}

async function pages(desk: OrganiserClient, atTheService: (body: object) => Promise<void>): Promise<void> {
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
  printFigure(
    'the gateway asked whether it lives, the noise of the machine',
    milliseconds(bare.p99Ms),
    `p99; p50 ${milliseconds(bare.p50Ms)}`,
  );
  const least = await timed(() => desk.ask('GET', '/api/concert'));
  printFigure('the concert, the least a call costs here', milliseconds(least.p99Ms), `p99; p50 ${milliseconds(least.p50Ms)}`);
  for (const [name, body] of questions) {
    const seen = await timed(() => desk.rows({ limit: 51, ...body }));
    const alone = await timed(() => atTheService({ limit: 51, ...body }));
    printFigure(
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
  printFigure(
    'report page, search: a common name not looked for before',
    milliseconds(fresh.p99Ms),
    `p99 of ${fresh.done}; p50 ${milliseconds(fresh.p50Ms)}, ${ratio(fresh.p50Ms / least.p50Ms)} of the concert`,
  );
  // No id has a u in it.
  const inside = await load(Array.from({ length: 5 }), 1, async () => void (await desk.rows({ limit: 51, search: 'uuuu' })));
  printFigure(
    'report page, search: nobody, inside words too',
    milliseconds(inside.p50Ms),
    `p50; ${ratio(inside.p50Ms / least.p50Ms)} of the concert; the index of texts is read through`,
  );
}

async function totals(desk: OrganiserClient, booking: mongoose.Connection): Promise<void> {
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
  printFigure(
    'report totals, added up from all bookings',
    milliseconds(seen.p99Ms),
    `p99; p50 ${milliseconds(seen.p50Ms)}; exact, ${days.length} days`,
  );
  printFigure(
    'the least of that: one sum over all bookings by the database',
    milliseconds(aggregateMs),
    `${ratio(seen.p50Ms / aggregateMs)} of it`,
  );
}

async function exported(desk: OrganiserClient, system: SystemAddress & { readonly dataFolder: string }): Promise<void> {
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
  printFigure(
    `export of ${response.headers.get(EXPORT_ROWS_HEADER)} rows`,
    `${seconds.toFixed(1)} s`,
    `${(file.length / 2 ** 20).toFixed(1)} MB, ${(file.length / Number(response.headers.get(EXPORT_ROWS_HEADER))).toFixed(1)} bytes a row`,
  );
  printFigure(
    'memory of svc-booking, export included',
    `${most.toFixed(0)} MB`,
    `at most; ${ratio(most / atATenth)} of what it was after a tenth of the rows, ${before.toFixed(0)} MB before`,
  );
  printFigure('the concert asked for meanwhile', milliseconds(p99), `p99; ${milliseconds(idle.p99Ms)} without an export`);
}
