import type { SessionId, UserId } from '@concert/contracts/core/ids';

/** One signed-in browser. The secret itself is only in its cookie. */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  /** When the person proved who they are. */
  readonly signedInAt: Date;
  readonly expiresAt: Date;
}

/** A session that begins now. */
export function beginning(id: SessionId, userId: UserId, now: Date, lifetimeSeconds: number): Session {
  return { id, userId, signedInAt: now, expiresAt: new Date(now.getTime() + lifetimeSeconds * 1_000) };
}

/** Whether a session still counts. */
export function alive(session: Session, now: Date): boolean {
  return session.expiresAt > now;
}
