import type { DoorState } from '@concert/contracts/booking/door';
import type { DoorList, WaitingScan } from './door-list.ts';

/** Whether the server can be reached; `signed-out` when it can, but nobody is signed in. */
export type Connectivity = 'looking' | 'online' | 'offline' | 'signed-out';

export interface ScannerState {
  readonly reach: Connectivity;
  readonly door?: DoorState;
  readonly list?: DoorList;
  readonly waiting: readonly WaitingScan[];
  /** Whether the list is being read. */
  readonly reading: boolean;
  readonly forbidden: boolean;
  /** The access of a helper who came by a link is over: this device has deleted its list and lets nobody in. */
  readonly ended: boolean;
  /** When the server last told how the evening stands, by the server's clock. */
  readonly asOf?: string;
}

/** A scanner before it knows anything. */
export const INITIAL_STATE: ScannerState = { reach: 'looking', waiting: [], reading: false, forbidden: false, ended: false };

/** Why nobody is let in then. What the server said last holds on without it, on an evening that does not take place. */
export function closedFor({ door }: ScannerState, at: string) {
  const closed = door?.concert.closed;
  return closed && (closed.until === undefined || Date.parse(at) < Date.parse(closed.until)) ? closed.reason : undefined;
}
