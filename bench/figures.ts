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

/** One line of the report. */
export function printFigure(what: string, figure: string, remark = ''): void {
  process.stdout.write(`${what.padEnd(58)} ${figure.padStart(16)}  ${remark}\n`);
}

/** The processor time that each of `count` cost, most costly process first. */
export function printCosts(what: string, cpuMs: ReadonlyMap<string, number>, count: number): void {
  const costs = [...cpuMs].filter(([, ms]) => ms >= count / 100).sort(([, a], [, b]) => b - a);
  const total = costs.reduce((sum, [, ms]) => sum + ms, 0);
  printFigure(what, `${(total / count).toFixed(2)} ms`, costs.map(([name, ms]) => `${name} ${(ms / count).toFixed(2)}`).join(', '));
}

export const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`;
export const ratio = (value: number) => `x ${value.toFixed(3)}`;
