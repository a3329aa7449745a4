import type { UserId } from '@concert/contracts/core/ids';

/** An admin asked for the passkeys of somebody who lost them to be removed. One at a time for a person. */
export interface Recovery {
  readonly userId: UserId;
  readonly askedBy: UserId;
  readonly askedAt: Date;
  /** When the passkeys are removed; until then the person, or an admin, can call it off. */
  readonly dueAt: Date;
}
