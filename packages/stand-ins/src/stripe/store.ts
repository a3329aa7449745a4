import { AppendOnlyFile } from '../append-only-file.ts';
import type { Charge, CheckoutSession, Dispute, LineItem, Metadata, PaymentIntent, Refund, StripeEvent } from './objects.ts';
import { Rows } from './rows.ts';

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
  items: LineItem[];
  intentMetadata: Metadata;
}

/** An address that the account's owner registered for messages; its secret is told once, when it is made. */
export interface WebhookEndpointRow {
  id: string;
  object: 'webhook_endpoint';
  created: number;
  description: string | null;
  enabled_events: string[];
  livemode: boolean;
  metadata: Metadata;
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
  events: StripeEvent;
  deliveries: Delivery;
  due: DueWork;
  answers: KeptAnswer;
  clock: ClockOffset;
  endpoints: WebhookEndpointRow;
}
export type Kind = keyof Kinds;

const KINDS: readonly Kind[] = [
  'sessions',
  'items',
  'intents',
  'charges',
  'refunds',
  'disputes',
  'events',
  'deliveries',
  'due',
  'answers',
  'clock',
  'endpoints',
];

/** The provider lists what happened for 30 days, and forgets keys after one. */
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000;
export const KEYS_KEPT_MS = 24 * 60 * 60_000;
/** And at most so many, the newest. */
const MAX_EVENTS = 50_000;
const MAX_ANSWERS = 50_000;
const MAX_DELIVERIES = 10_000;

/** Large, many, and seldom read again. */
const PACKED: ReadonlySet<Kind> = new Set(['events', 'answers']);

type Line = { kind: Kind; value: { id: string } } | { kind: Kind; gone: string };

/**
 * Everything the stand-in knows. Money and pages are stored for good; events, messages and answers as long as the provider stores them,
 * within bounds. With a file, each change is appended before the caller goes on (see {@link AppendOnlyFile}).
 */
export class Store {
  /** Events that a webhook is pending for, so that they are listed without a look at the others. Their places are those of the events. */
  readonly undelivered = new Rows<StripeEvent>({ packed: true });
  private readonly kinds = new Map<Kind, Rows<{ id: string }>>(KINDS.map((kind) => [kind, new Rows({ packed: PACKED.has(kind) })]));
  private readonly lines: AppendOnlyFile<Line> | undefined;
  private readonly base: () => number;

  /** @param base the clock that {@link ClockOffset} is added to */
  constructor(file?: string, base: () => number = Date.now) {
    this.base = base;
    this.lines = file
      ? new AppendOnlyFile<Line>(
          file,
          (line) => this.replay(line),
          () => this.held(),
        )
      : undefined;
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.rows(kind).get(id);
  }

  /** All of one kind, newest first. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.rows(kind).newestFirst()];
  }

  put<K extends Kind>(kind: K, value: Kinds[K]): void {
    this.hold(kind, value);
    this.lines?.append({ kind, value });
  }

  remove(kind: Kind, id: string): void {
    if (this.drop(kind, id)) this.lines?.append({ kind, gone: id });
  }

  /** Milliseconds of the stand-in's clock. */
  now(): number {
    return this.base() + (this.get('clock', 'clock')?.offsetMs ?? 0);
  }

  /** All of one kind, to walk through. */
  rows<K extends Kind>(kind: K): Rows<Kinds[K]> {
    return this.kinds.get(kind) as Rows<{ id: string }> as Rows<Kinds[K]>;
  }

  private hold<K extends Kind>(kind: K, value: Kinds[K]): void {
    this.rows(kind).put(value);
    if (kind === 'events') this.noteDelivery(value as StripeEvent);
    this.forget(kind);
  }

  private drop(kind: Kind, id: string): boolean {
    if (kind === 'events') this.undelivered.remove(id);
    return this.rows(kind).remove(id);
  }

  private noteDelivery(event: StripeEvent): void {
    if (event.pending_webhooks > 0) this.undelivered.put(event, this.rows('events').placeOf(event.id));
    else this.undelivered.remove(event.id);
  }

  /** Expired entries are removed when one of their kind is added; the oldest come first. */
  private forget(kind: Kind): void {
    if (kind === 'events') this.forgetOldest('events', MAX_EVENTS, ({ created }) => this.now() - created * 1_000 > EVENTS_KEPT_MS);
    else if (kind === 'answers') this.forgetOldest('answers', MAX_ANSWERS, ({ keptAt }) => this.now() - keptAt > KEYS_KEPT_MS);
    else if (kind === 'deliveries')
      this.forgetOldest(
        'deliveries',
        MAX_DELIVERIES,
        ({ eventId }) => this.rows('events').placeOf(eventId) === undefined,
        ({ state }) => state !== 'waiting' && state !== 'held',
      );
  }

  private forgetOldest<K extends Kind>(
    kind: K,
    most: number,
    over: (row: Kinds[K]) => boolean,
    may: (row: Kinds[K]) => boolean = () => true,
  ): void {
    const rows = this.rows(kind);
    for (const row of rows.oldestFirst()) {
      if (rows.size <= 1 || (rows.size <= most && !over(row))) return;
      if (may(row)) this.drop(kind, row.id);
    }
  }

  private replay(line: Line): void {
    if (!this.kinds.has(line.kind)) return;
    if ('gone' in line) this.drop(line.kind, line.gone);
    else this.hold(line.kind, line.value as Kinds[Kind]);
  }

  private *held(): Generator<Line> {
    for (const [kind, rows] of this.kinds) for (const value of rows.oldestFirst()) yield { kind, value };
  }
}
