import type { MessageRunId } from '@concert/contracts/core/ids';
import type { Mail } from '../mails/mail.ts';

/** So often all due mails are looked at, in milliseconds. */
export const ALL_EVERY_MS = 5_000;
/**
 * A mail may be due so much longer than it is stored, in milliseconds: clocks differ, transactions take time, and a new mail is left for two
 * seconds to whoever stored it.
 */
const LATE_MS = 5_000;

/**
 * Where a look for due mails begins. The database passes over entries that left an index until its next checkpoint, so that after a minute of
 * rush a look at all due mails read thousands of mails that were sent long ago. What a look did not find because it began too late, the
 * next look at all finds.
 */
export class DueFrom {
  private known: { readonly from: Date; readonly until: number; readonly held: string } | undefined;

  /**
   * No mail is known to be due for longer than that; undefined: all due mails are to be looked at.
   * @param held runs whose mails are left alone: those of a run that is resumed have been due for long
   */
  at(now: Date, held: readonly MessageRunId[]): Date | undefined {
    const { known } = this;
    return known && now.getTime() < known.until && known.held === held.join() ? known.from : undefined;
  }

  /**
   * Due mails were looked at, those that were due longest first.
   * @param from where the look began, as {@link at} said
   * @param found as many as were looked for, so that more may wait; empty when there were fewer
   */
  looked(from: Date | undefined, now: Date, held: readonly MessageRunId[], found: readonly Pick<Mail, 'createdAt'>[]): void {
    const longest = Math.min(now.getTime(), ...found.map(({ createdAt }) => createdAt.getTime()));
    const until = from && this.known ? this.known.until : now.getTime() + ALL_EVERY_MS;
    this.known = { from: new Date(longest - LATE_MS), until, held: held.join() };
  }
}
