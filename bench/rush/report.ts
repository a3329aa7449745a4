import { printCosts, printFigure, mean, milliseconds, percentile, ratio } from '../figures.ts';
import { ours, surroundings, type ResourceUsage } from '../meters.ts';
import type { Purchase, Refusal } from './load-generator.ts';

/** The result of one window of a rush. */
export interface MeasurementWindow {
  readonly seconds: number;
  readonly purchases: readonly Purchase[];
  readonly refusals: readonly Refusal[];
  readonly faults: ReadonlyMap<string, number>;
  readonly spent: ResourceUsage;
}

/** Paid orders each second. */
export const rateOf = ({ purchases, seconds }: MeasurementWindow): number => purchases.length / seconds;

/** Milliseconds of the processor that an order costs everything of ours. */
const costOf = ({ spent, purchases }: MeasurementWindow): number =>
  [...ours(spent.cpuMs).values()].reduce((sum, ms) => sum + ms, 0) / purchases.length;

/** Prints the means of some windows against those of others, and each value. */
export function compareWindows(some: readonly MeasurementWindow[], others: readonly MeasurementWindow[]): void {
  const compare = (what: string, of: (window: MeasurementWindow) => number) => {
    const each = (windows: readonly MeasurementWindow[]) => windows.map((window) => of(window).toFixed(1)).join(', ');
    printFigure(what, ratio(mean(some.map(of)) / mean(others.map(of))), `${each(some)} against ${each(others)}`);
  };
  compare('rate', rateOf);
  compare('processor per order, everything of ours', costOf);
}

const spread = (values: readonly number[]): string => `p99 ${milliseconds(percentile(values, 0.99))}`;

/** Prints everything of a window. */
export function report(title: string, window: MeasurementWindow): void {
  const { purchases, refusals, faults, seconds } = window;
  process.stdout.write(`\n${title}\n`);
  printFigure(
    'paid orders, from the reservation to the email',
    `${rateOf(window).toFixed(1)} /s`,
    `${purchases.length} in ${seconds.toFixed(0)} s`,
  );
  const steps: readonly (readonly [string, (purchase: Purchase) => number])[] = [
    ['reserve', ({ begunAt, reservedAt }) => reservedAt - begunAt],
    ['open page', ({ reservedAt, openedAt }) => openedAt - reservedAt],
    ['pay, until the email is handed over', ({ openedAt, mailedAt }) => mailedAt - openedAt],
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
}

/** By code: who is refused at the entrance hears `request.unavailable`, and who waited in svc-booking first `booking.busy`. */
function refusalsText(refusals: readonly Refusal[]): string {
  return [...Map.groupBy(refusals, ({ path, code }) => `${path} ${code}`)]
    .map(([kind, all]) => {
      const times = all.map(({ ms }) => ms);
      return `${kind} ${times.length} (p50 ${milliseconds(percentile(times, 0.5))}, ${spread(times)})`;
    })
    .join('; ');
}

function reportSpent({ cpuMs, commands }: ResourceUsage, orders: number): void {
  const each = (value: number) => (value / orders).toFixed(2);
  printCosts('processor per order, everything of ours', ours(cpuMs), orders);
  printCosts('processor per order, load and stand-ins', surroundings(cpuMs), orders);
  const most = [...commands]
    .filter(([, count]) => count >= orders / 100)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 12);
  const all = [...commands.values()].reduce((sum, count) => sum + count, 0);
  printFigure('database commands per order', each(all), most.map(([name, count]) => `${name} ${each(count)}`).join(', '));
}
