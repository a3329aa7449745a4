import type { Databases } from './rows.ts';

/** After faults are over, everything that waits is done within this time (faults.md, I14). */
export const SETTLED_MS = 60_000;

/** What the payment provider has taken and given back in all, and what of it banks hold in disputes, in minor units. */
export interface ProviderTotals {
  readonly capturedMinor: number;
  readonly refundedMinor: number;
  readonly disputedMinor: number;
}

/** Where the truth is looked for. */
export interface Sources {
  readonly databases: Databases;
  /** Asks the payment provider, where that is its stand-in. */
  readonly provider?: (() => Promise<ProviderTotals>) | undefined;
}

/**
 * One thing that is always true, whatever failed before. The numbers are those of docs/invariants.md.
 */
export interface Invariant {
  readonly id: string;
  readonly says: string;
  /**
   * `in a copy`: of one database, or of two in the order in which a backup reads them. `at rest`: of databases that are read one after the
   * other, so what is under way looks like a breach for a moment. `running`: only of a system that runs.
   */
  readonly holds: 'in a copy' | 'at rest' | 'running';
  /** @returns each breach in words, without personal data */
  readonly breaches: (sources: Sources, now: Date) => Promise<string[]>;
}
