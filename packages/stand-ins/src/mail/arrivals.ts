import type { Mail } from './mail.ts';

/** That a mail came. */
export interface Arrival {
  /** Its first recipient. */
  readonly to: string;
  readonly subject: string;
  /** The sender's own id of it, which each copy of a mail carries; empty where it gives none. */
  readonly mailId: string;
  /** Milliseconds of the wall clock. */
  readonly at: number;
}

/** Kept far longer than the mails, which are large. */
const MAX_ARRIVALS = 200_000;

/** That mails came, one after the other, for tests that count thousands of them. */
export class Arrivals {
  private first = 0;
  private rows: Arrival[] = [];

  add({ to, subject, customArgs }: Mail): void {
    this.rows.push({ to: to[0]?.email ?? '', subject, mailId: customArgs['mail_id'] ?? '', at: Date.now() });
    if (this.rows.length < 2 * MAX_ARRIVALS) return;
    this.first += MAX_ARRIVALS;
    this.rows = this.rows.slice(MAX_ARRIVALS);
  }

  /** What came after so many; `next` is what to ask for after that. */
  after(seen: number): { next: number; arrivals: Arrival[] } {
    return { next: this.first + this.rows.length, arrivals: this.rows.slice(Math.max(0, seen - this.first)) };
  }
}
