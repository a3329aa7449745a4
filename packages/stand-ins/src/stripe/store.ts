import { AppendOnlyFile } from '../append-only-file.ts';
import type {
  BalanceTransaction,
  Charge,
  CheckoutSession,
  Dispute,
  EarlyFraudWarning,
  Metadata,
  PaymentIntent,
  Payout,
  Refund,
  Settlement,
  StripeEvent,
} from './objects.ts';

/** A webhook message on its way to the endpoint. */
export interface Delivery {
  id: string;
  eventId: string;
  attempts: number;
  /** Wall clock, milliseconds. */
  nextAttemptAt: number;
  state: 'waiting' | 'held' | 'delivered' | 'dropped' | 'given_up';
  lastStatus: number | string | null;
}

/** Something that happens by itself later, on the stand-in's clock. */
export interface DueWork {
  id: string;
  dueAt: number;
  kind: 'settle_payment' | 'fail_payment' | 'fail_refund' | 'succeed_refund' | 'expire_session';
  ref: string;
}

/** Answer kept for a repeated request. */
export interface KeptAnswer {
  id: string;
  target: string;
  parameters: string;
  status: number;
  body: unknown;
  keptAt: number;
}

/** What a session sells and what its payment intent will carry; `id` is the session's. */
export interface SoldItems {
  id: string;
  /** As the page names them. */
  text: string;
  intentMetadata: Metadata;
}

/** An address that the account's owner registered for messages; its secret is told once, when it is made. */
export interface WebhookEndpointRow {
  id: string;
  object: 'webhook_endpoint';
  created: number;
  enabled_events: string[];
  status: 'enabled' | 'disabled';
  url: string;
}

/** Offset of the stand-in's clock against the wall clock. */
export interface ClockOffset {
  id: 'clock';
  offsetMs: number;
}

interface Kinds {
  sessions: CheckoutSession;
  items: SoldItems;
  intents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  transactions: BalanceTransaction;
  payouts: Payout;
  warnings: EarlyFraudWarning;
  settlement: Settlement;
  events: StripeEvent;
  deliveries: Delivery;
  due: DueWork;
  answers: KeptAnswer;
  clock: ClockOffset;
  endpoints: WebhookEndpointRow;
}
export type Kind = keyof Kinds;

/** How long the provider keeps the answer to an idempotency key. */
export const KEYS_KEPT_MS = 24 * 60 * 60_000;
/** So many of these are held, the newest; everything else is held for good. */
const MOST: Readonly<Partial<Record<Kind, number>>> = { events: 20_000, answers: 20_000, deliveries: 10_000 };

type Line = { kind: Kind; value: { id: string } } | { kind: Kind; gone: string };

/** Everything the stand-in knows. With a file, each change is appended before the caller goes on (see {@link AppendOnlyFile}). */
export class Store {
  private readonly kinds = new Map<Kind, Map<string, { id: string }>>();
  private readonly lines: AppendOnlyFile<Line> | undefined;
  private readonly base: () => number;

  /** @param base the clock that {@link ClockOffset} is added to */
  constructor(file?: string, base: () => number = Date.now) {
    this.base = base;
    this.lines = file
      ? new AppendOnlyFile<Line>(
          file,
          (line) => this.apply(line),
          () => this.held(),
        )
      : undefined;
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.rows(kind).get(id);
  }

  /** All of one kind, newest first. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.rows(kind).values()].reverse();
  }

  /** Adds a row as the newest of its kind, or replaces the one with its id in its place. */
  put<K extends Kind>(kind: K, value: Kinds[K]): void {
    this.write({ kind, value });
  }

  remove(kind: Kind, id: string): void {
    if (this.rows(kind).has(id)) this.write({ kind, gone: id });
  }

  /** Milliseconds of the stand-in's clock. */
  now(): number {
    return this.base() + (this.get('clock', 'clock')?.offsetMs ?? 0);
  }

  private rows<K extends Kind>(kind: K): Map<string, Kinds[K]> {
    const rows = this.kinds.get(kind) ?? new Map<string, { id: string }>();
    this.kinds.set(kind, rows);
    return rows as Map<string, Kinds[K]>;
  }

  private write(line: Line): void {
    this.apply(line);
    this.lines?.append(line);
  }

  private apply(line: Line): void {
    const rows: Map<string, { id: string }> = this.rows(line.kind);
    if ('gone' in line) return void rows.delete(line.gone);
    rows.set(line.value.id, line.value);
    const [oldest] = rows.keys();
    if (rows.size > (MOST[line.kind] ?? Infinity)) rows.delete(oldest!);
  }

  private *held(): Generator<Line> {
    for (const [kind, rows] of this.kinds) for (const value of rows.values()) yield { kind, value };
  }
}
