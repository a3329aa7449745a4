import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Charge, CheckoutSession, Dispute, LineItem, Metadata, PaymentIntent, Refund, StripeEvent } from './objects.ts';

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
}
export type Kind = keyof Kinds;

const KINDS: readonly Kind[] = [
  'sessions', 'items', 'intents', 'charges', 'refunds', 'disputes', 'events', 'deliveries', 'due', 'answers', 'clock',
];

/**
 * Everything the stand-in knows. With a file, each change is appended as one JSON line before the caller goes on, and
 * the file is rewritten to its live content at every start. A torn last line, left by a kill, is ignored.
 */
export class Store {
  private readonly kinds = new Map<Kind, Map<string, { id: string }>>(KINDS.map((kind) => [kind, new Map()]));
  private readonly file: string | undefined;

  constructor(file?: string) {
    this.file = file;
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) {
      for (const line of readFileSync(file, 'utf8').split('\n')) this.replay(line);
    }
    this.rewrite(file);
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.rows(kind).get(id);
  }

  /** All of one kind, newest first. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.rows(kind).values()].reverse();
  }

  put<K extends Kind>(kind: K, value: Kinds[K]): void {
    this.rows(kind).set(value.id, value);
    this.append({ kind, value });
  }

  remove(kind: Kind, id: string): void {
    if (this.rows(kind).delete(id)) this.append({ kind, gone: id });
  }

  private rows<K extends Kind>(kind: K): Map<string, Kinds[K]> {
    return this.kinds.get(kind) as Map<string, Kinds[K]>;
  }

  private append(line: unknown): void {
    if (this.file) appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }

  private replay(line: string): void {
    if (!line) return;
    let entry: { kind: Kind; value?: { id: string }; gone?: string };
    try {
      entry = JSON.parse(line) as typeof entry;
    } catch {
      return;
    }
    const rows = this.kinds.get(entry.kind);
    if (!rows) return;
    if (entry.gone) rows.delete(entry.gone);
    else if (entry.value) rows.set(entry.value.id, entry.value);
  }

  private rewrite(file: string): void {
    const lines: string[] = [];
    for (const [kind, rows] of this.kinds) for (const value of rows.values()) lines.push(JSON.stringify({ kind, value }));
    const fresh = `${file}.new`;
    writeFileSync(fresh, lines.length ? `${lines.join('\n')}\n` : '');
    const handle = openSync(fresh, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(fresh, file);
  }
}
