import { setTimeout as pause } from 'node:timers/promises';
import type { Invariant, Sources } from './invariant.ts';
import { MESSAGE_INVARIANTS } from './messages.ts';
import { MONEY_INVARIANTS } from './money.ts';
import { SEAT_INVARIANTS } from './seats.ts';

/** What an invariant showed. */
export interface Finding extends Pick<Invariant, 'id' | 'says'> {
  readonly breaches: readonly string[];
}

const LOOK_MS = 2_000;

export const INVARIANTS: readonly Invariant[] = [...SEAT_INVARIANTS, ...MONEY_INVARIANTS, ...MESSAGE_INVARIANTS].sort(
  (one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)),
);

/** Looks once at what holds in a copy, or at everything. */
export async function lookAt(sources: Sources, of: 'copy' | 'system', now = new Date()): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, says, holds, breaches } of INVARIANTS)
    if (of === 'system' || holds === 'in a copy') findings.push({ id, says, breaches: await breaches(sources, now) });
  return findings;
}

/**
 * Looks at a system until it shows no breach, because what is under way looks like one; gives up after a time, in milliseconds.
 * @param more what else must hold
 */
export async function lookUntilSound(
  sources: Sources,
  withinMs: number,
  more: () => Promise<readonly Finding[]> = () => Promise.resolve([]),
): Promise<Finding[]> {
  for (const deadline = Date.now() + withinMs; ; await pause(LOOK_MS)) {
    const findings = [...(await lookAt(sources, 'system')), ...(await more())];
    if (isSound(findings) || Date.now() > deadline) return findings;
  }
}

export function isSound(findings: readonly Finding[]): boolean {
  return findings.every(({ breaches }) => breaches.length === 0);
}

/** The findings as a table for people, each breach in a line of its own. */
export function tableOf(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ id, says, breaches }) => [
      `${breaches.length === 0 ? 'ok' : '--'} ${id.padEnd(4)} ${says}`,
      ...breaches.slice(0, 20).map((breach) => `          ${breach}`),
      ...(breaches.length > 20 ? [`          and ${breaches.length - 20} more`] : []),
    ])
    .join('\n');
}
