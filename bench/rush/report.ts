import { printFigure, mean, milliseconds, percentile, ratio } from '../figures.ts';
import type { Purchase, Refusal } from './load-generator.ts';
import type { ResourceUsage } from '../meters.ts';

/** Parts of the surroundings, whose work would be another's in earnest. */
const SURROUNDINGS = new Set(['load', 'payments', 'mailbox', 'identity']);

/** The result of one window of a rush. */
export interface MeasurementWindow {
  readonly seconds: number;
  readonly purchases: readonly Purchase[];
  readonly refusals: readonly Refusal[];
  readonly faults: ReadonlyMap<string, number>;
  readonly spent: ResourceUsage;
  /** When each booking was paid, as its own history says. */
  readonly bookedAt: ReadonlyMap<string, number>;
  /** Longest time that the program which makes the load was kept from looking, for most of the time (p99). */
  readonly loadLagMs: number;
}

/** What is compared of a window. */
type Turn = Pick<MeasurementWindow, 'seconds' | 'purchases' | 'spent'>;

export const rateOf = ({ purchases, seconds }: Pick<MeasurementWindow, 'purchases' | 'seconds'>): number => purchases.length / seconds;

/** Milliseconds of the processor that an order costs everything of ours. */
export function costOf({ spent: { cpuMs }, purchases }: Pick<MeasurementWindow, 'spent' | 'purchases'>): number {
  return [...cpuMs].filter(([name]) => !SURROUNDINGS.has(name)).reduce((sum, [, ms]) => sum + ms, 0) / purchases.length;
}

/** MeasurementWindows under the same circumstances. */
export interface WindowGroup {
  readonly name: string;
  readonly turns: readonly Turn[];
}

/** What is compared, with its digits. */
const COMPARED = [
  ['rate', rateOf, 1],
  ['processor per order, everything of ours', costOf, 2],
] as const;

/** Prints the means of some windows against those of others, and each value. */
export function compareWindows(some: WindowGroup, others: WindowGroup): void {
  for (const [what, of, digits] of COMPARED) {
    const each = ({ name, turns }: WindowGroup) => `${name} ${turns.map((turn) => of(turn).toFixed(digits)).join(', ')}`;
    printFigure(what, ratio(meanOf(of, some) / meanOf(of, others)), `${each(others)}; ${each(some)}`);
  }
}

const meanOf = (of: (turn: Turn) => number, { turns }: WindowGroup): number => mean(turns.map(of));

const spread = (values: readonly number[]): string => `p99 ${milliseconds(percentile(values, 0.99))}`;

/** Prints everything of a window. */
export function report(title: string, window: MeasurementWindow): void {
  const { purchases, refusals, faults, bookedAt, loadLagMs, seconds } = window;
  process.stdout.write(`\n${title}\n`);
  printFigure(
    'paid orders, from the reservation to the mail',
    `${rateOf(window).toFixed(1)} /s`,
    `${purchases.length} in ${seconds.toFixed(0)} s`,
  );
  const booked = ({ bookingId }: Purchase) => bookedAt.get(bookingId) ?? Number.NaN;
  const steps: readonly (readonly [string, (purchase: Purchase) => number])[] = [
    ['reserve', ({ begunAt, reservedAt }) => reservedAt - begunAt],
    ['open page', ({ reservedAt, openedAt }) => openedAt - reservedAt],
    ['pay, until the provider has taken it', ({ paymentSentAt, paidAt }) => paidAt - paymentSentAt],
    ['paid at the provider, until it is booked', (one) => booked(one) - one.paidAt],
    ['booked, until the mail is handed over', (one) => one.mailedAt - booked(one)],
    ['paid at the provider, until the mail', ({ paidAt, mailedAt }) => mailedAt - paidAt],
    ['pay, until the mail is handed over', ({ paymentSentAt, mailedAt }) => mailedAt - paymentSentAt],
    ['the whole way', ({ begunAt, mailedAt }) => mailedAt - begunAt],
  ];
  for (const [name, of] of steps) {
    const times = purchases.map(of);
    printFigure(`  ${name}`, `p50 ${milliseconds(percentile(times, 0.5))}`, spread(times));
  }
  printFigure('answers 503, each asked again', `${(refusals.length / purchases.length).toFixed(2)} an order`, refusalsText(refusals));
  const others = [...faults].map(([what, count]) => `${count} x ${what}`).join('; ');
  printFigure('other refusals and faults', String([...faults.values()].reduce((sum, count) => sum + count, 0)), others);
  reportSpent(window.spent, purchases.length);
  printFigure('  the load was late by (p99)', milliseconds(loadLagMs), 'how far the times above may be its own');
}

/** By code: who is refused at the entrance hears `request.unavailable`, and who waited in svc-booking first `booking.busy`. */
function refusalsText(refusals: readonly Refusal[]): string {
  const byKind = new Map<string, number[]>();
  for (const { step, code, ms } of refusals) {
    const kind = `${step} ${code}`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), ms]);
  }
  return [...byKind]
    .map(([kind, times]) => `${kind} ${times.length} (p50 ${milliseconds(percentile(times, 0.5))}, ${spread(times)})`)
    .join('; ');
}

function reportSpent({ cpuMs, commands, transactions, documents, seconds }: ResourceUsage, orders: number): void {
  const each = (value: number) => (value / orders).toFixed(2);
  const costs = [...cpuMs].filter(([, ms]) => ms > 0).sort(([, a], [, b]) => b - a);
  const total = (inside: (name: string) => boolean) => costs.filter(([name]) => inside(name)).reduce((sum, [, ms]) => sum + ms, 0);
  const list = (inside: (name: string) => boolean) =>
    costs
      .filter(([name]) => inside(name))
      .map(([name, ms]) => `${name} ${each(ms)}`)
      .join(', ');
  const around = (name: string) => SURROUNDINGS.has(name);
  const ours = (name: string) => !around(name);
  printFigure('processor per order, everything of ours', `${each(total(ours))} ms`, list(ours));
  printFigure('processor per order, load and stand-ins', `${each(total(around))} ms`, list(around));
  printFigure('processors busy', (total(() => true) / 1_000 / seconds).toFixed(2));
  const most = [...commands]
    .filter(([, count]) => count >= orders / 100)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 12);
  const all = [...commands.values()].reduce((sum, count) => sum + count, 0);
  printFigure('database commands per order', each(all), most.map(([name, count]) => `${name} ${each(count)}`).join(', '));
  printFigure('transactions per order', each(transactions.committed), `${each(transactions.aborted)} given up`);
  printFigure(
    'rows written per order',
    each(documents.inserted + documents.updated),
    `${each(documents.inserted)} new, ${each(documents.updated)} changed`,
  );
}
