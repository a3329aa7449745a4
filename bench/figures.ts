/** Arithmetic mean of a row of numbers; NaN of none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Middle of a row of numbers. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which a share of a row lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** Work done side by side until there is no more: rate and times. */
export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly done: number;
  /** What each took, in milliseconds. */
  readonly times: readonly number[];
}

/** Runs `work` for each item with `inFlight` under way at once, and times every one. */
export async function load<T>(items: readonly T[], inFlight: number, work: (item: T) => Promise<void>): Promise<Load> {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const runner = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const from = performance.now();
      await work(items[index] as T);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, items.length) }, runner));
  const seconds = (performance.now() - started) / 1_000;
  return { perSecond: times.length / seconds, p50Ms: median(times), p99Ms: percentile(times, 0.99), done: times.length, times };
}

/** One line of the report. */
export function printFigure(what: string, figure: string, remark = ''): void {
  process.stdout.write(`${what.padEnd(58)} ${figure.padStart(16)}  ${remark}\n`);
}

export const perSecond = (rate: number) => `${rate.toFixed(0)} /s`;
export const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`;
export const ratio = (value: number) => `x ${value.toFixed(3)}`;
