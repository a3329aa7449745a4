import type { Attempt } from '@concert/service-kit/store/idempotency';
import type { Outcome } from '@concert/service-kit/store/outcome';
import type { Concert } from '../../concert/concert.ts';
import type { Booking } from '../booking.ts';
import type { OpenHold } from '../open-holds.ts';

/** The broker's message that a command comes from. */
export interface Message {
  readonly purpose: string;
  readonly id: string;
}

/** What a batch reads for its requests. */
export interface BatchContext {
  readonly concert: Concert;
  readonly bookings: readonly Booking[];
  readonly open: readonly OpenHold[];
  readonly answers: ReadonlyMap<Attempt, Outcome<unknown>>;
  readonly handled: ReadonlySet<string>;
}

/** A message's id is unique only for its purpose. */
export const messageKey = ({ purpose, id }: Message) => `${purpose}:${id}`;

export function idsByPurpose(messages: readonly Message[]): ReadonlyMap<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { purpose, id } of messages) ids.set(purpose, [...(ids.get(purpose) ?? []), id]);
  return ids;
}
