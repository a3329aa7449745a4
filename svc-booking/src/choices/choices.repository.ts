import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { TicketChoice } from './choice.ts';

export const CHOICES = token<ChoicesRepository>('ChoicesRepository');

/** A change of a booking's choice; `before` is undefined where it is the first. */
export type ChoiceChange = readonly [before: TicketChoice | undefined, after: TicketChoice];

/** How far the choices after one postponement are carried out. */
export interface ChoiceProgress {
  /** When the postponement was said. */
  readonly postponedAt: Date;
  /** The booking up to which all are done; null before the first. */
  readonly after: BookingId | null;
  /** When the last page was stored. */
  readonly movedAt: Date;
  readonly finishedAt: Date | null;
  readonly version: number;
}

/** Bookings by what was chosen for them. */
export interface ChoiceTally {
  readonly keepAll: number;
  readonly giveSome: number;
  readonly giveAll: number;
  readonly silent: number;
  readonly ticketsBack: number;
  readonly ticketsGiven: number;
}

/** Stores what holders choose. */
export interface ChoicesRepository {
  /** Those of these bookings that have one, unordered. */
  of(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<TicketChoice[]>;
  /** Stores changes, each only if the stored choice is still the one before; otherwise the transaction starts over. */
  put(changes: readonly ChoiceChange[], transaction: ClientSession): Promise<void>;
  /** The round of a postponement; undefined before it begins. */
  round(postponedAt: Date, transaction?: ClientSession): Promise<ChoiceProgress | undefined>;
  /** Stores how far a round is, if it is still as it was before; otherwise the transaction starts over. */
  putRound(before: ChoiceProgress | undefined, after: ChoiceProgress, transaction: ClientSession): Promise<void>;
  /** What was chosen after a postponement: before it is carried out only for bookings that still stand. */
  tally(postponedAt: Date): Promise<ChoiceTally>;
  /** How many paid bookings made before a moment stand. */
  asked(madeBefore: Date): Promise<number>;
}
