import type { Collection, Connection } from 'mongoose';

/** The four databases, by the names of their services without `svc-`. */
export type Databases = Readonly<Record<string, Connection>>;

/*
 * The documents as the databases have them, as far as they are looked at. What judges the services does not share their code.
 */

export interface BookingRow {
  readonly _id: string;
  readonly seating: string;
  readonly status: string;
  readonly notickets: number;
  readonly keptUntil?: Date;
  readonly offerEndsAt?: Date;
  readonly paymentBegunAt?: Date | null;
  readonly access?: { readonly companions: number };
  readonly ticketIds: readonly string[];
  readonly returns?: readonly { readonly tickets: readonly number[] }[];
  readonly returning?: readonly number[];
  readonly taken?: readonly number[];
  readonly replacedTickets?: readonly { readonly ticketId: string }[];
  readonly charged?: number;
  readonly receipt?: { readonly year: number; readonly number: number };
  readonly currency: string;
  readonly history: readonly {
    readonly from: string | null;
    readonly to: string;
    readonly at: Date;
    readonly actor: string;
    readonly cause: string;
    readonly hash: string;
  }[];
}

export interface PlaceRow {
  readonly _id: string;
  readonly state: string;
  readonly email: string;
  readonly seats: number;
  readonly seating: string;
  readonly access?: object;
  readonly joinedAt: Date;
  readonly offer?: { readonly bookingId: string; readonly seating: string; readonly offeredAt: Date };
}

export interface Taken {
  readonly sold: number;
  readonly held: number;
  readonly returning?: number;
}

export interface StockRow extends Taken {
  readonly _id: string;
  readonly capacity: number;
  readonly pools?: { readonly accessible: Taken & { seats: number }; readonly companions: Taken };
}

interface Rows {
  readonly booking: {
    readonly 'reserve-your-seat': BookingRow;
    readonly 'complimentary-entries': BookingRow;
    readonly stock: StockRow;
    readonly waiting: PlaceRow;
    readonly admissions: { _id: string; scanId: string; over?: true; takenBack?: readonly string[] };
  };
  readonly payment: {
    readonly 'money-ledger': {
      _id: string;
      kind: string;
      movement: string;
      bookingId: string;
      checkoutSessionId: string;
      amountMinor: number;
      currency: string;
    };
    readonly 'payment-sessions': {
      _id: string;
      status: string;
      userbookingid: string;
      checkoutSessionId: string;
      received: object | null;
      keptUntil: Date;
    };
    readonly refunds: { _id: string; status: string; checkoutSessionId: string; providerRefundId: string | null; nextTryAt: Date };
  };
  readonly notify: {
    readonly mails: { _id: string; kind: string; subjectId: string; state: string; nextAttemptAt: Date };
  };
}

/** A collection of one of the databases. */
export function rows<D extends keyof Rows, N extends keyof Rows[D] & string>(
  { databases }: { readonly databases: Databases },
  database: D,
  name: N,
): Collection<Rows[D][N] & { _id: string }> {
  return databases[database]!.collection<Rows[D][N] & { _id: string }>(name);
}
