import { createHash, randomBytes } from 'node:crypto';
import { ID_BYTES, idFromBytes, type Id, type IdKind } from '@concert/contracts/core/ids';
import { token } from './provide.ts';

/** Where use cases get the time from; tests use their own. */
export interface Clock {
  now(): Date;
}
export const CLOCK = token<Clock>('Clock');
export const systemClock: Clock = { now: () => new Date() };

/** Where use cases get new ids from; tests may use predictable ones. */
export interface Ids {
  next<K extends IdKind>(kind: K): Id<K>;
}
export const IDS = token<Ids>('Ids');
export const randomIds: Ids = { next: (kind) => idFromBytes(kind, randomBytes(ID_BYTES)) };

/** The id that stands for a text: the same for whoever works it out. */
export const idFromText = <K extends IdKind>(kind: K, text: string): Id<K> => idFromBytes(kind, createHash('sha256').update(text).digest());
