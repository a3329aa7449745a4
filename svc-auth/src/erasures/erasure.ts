import { ERASING_SERVICES, type ErasingService } from '@concert/contracts/auth/erasure';
import type { UserId } from '@concert/contracts/core/ids';
import type { User } from '../users/user.ts';

/** After this long without every report, the erasure is announced again, in milliseconds. */
const TELL_AGAIN_MS = 10 * 60_000;

/** That somebody was erased, and which services have not reported yet. It outlives every backup, so that a restored one forgets them again. */
export interface Erasure {
  readonly userId: UserId;
  /** What the services look for; null once all have reported. */
  readonly email: string | null;
  readonly erasedAt: Date;
  readonly awaits: readonly ErasingService[];
  /** When to announce it again; null once all have reported. */
  readonly republishAt: Date | null;
  /** Grows with every change and every announcement. */
  readonly version: number;
}

/** An erasure that begins now. */
export function newErasure({ id, emailKey }: Pick<User, 'id' | 'emailKey'>, now: Date): Erasure {
  return { userId: id, email: emailKey, erasedAt: now, awaits: ERASING_SERVICES, republishAt: nextAt(now), version: 1 };
}

/** The erasure after a service reported that nothing is left there. With the last report the address goes. */
export function withReport(erasure: Erasure, by: ErasingService): Erasure {
  const awaits = erasure.awaits.filter((service) => service !== by);
  if (awaits.length === erasure.awaits.length) return erasure;
  const done = awaits.length === 0 ? { email: null, republishAt: null } : {};
  return { ...erasure, awaits, ...done, version: erasure.version + 1 };
}

/** The erasure after it was announced again. */
export function withNextAnnouncement(erasure: Erasure, now: Date): Erasure {
  return { ...erasure, republishAt: nextAt(now), version: erasure.version + 1 };
}

function nextAt(now: Date): Date {
  return new Date(now.getTime() + TELL_AGAIN_MS);
}
