import type { ReadinessRow } from '@concert/contracts/core/readiness';

/** What is left of a machine, and of how much, in bytes. */
export interface Machine {
  readonly disk: { readonly free: number; readonly total: number };
  readonly memory: { readonly free: number; readonly total: number };
}

const GB = 1_000_000_000;
/** Of the disk, the share below which MongoDB may stop within the evening, and the one below which somebody should look. */
const DISK = { red: 0.1, advice: 0.2 };
const MEMORY = { red: 0.05, advice: 0.1 };

export function machineRows({ disk, memory }: Machine): ReadinessRow[] {
  return [row('disk', 'disk', disk, DISK), row('memory', 'memory', memory, MEMORY)];
}

function row(id: string, what: string, { free, total }: Machine['disk'], limits: typeof DISK): ReadinessRow {
  const share = free / total;
  const left = `${(free / GB).toFixed(1)} of ${(total / GB).toFixed(1)} GB of ${what} are free`;
  if (share < limits.red) return { id, state: 'red', words: `Only ${left}: make room before people come.` };
  return { id, state: share < limits.advice ? 'advice' : 'green', words: `${left}.` };
}
