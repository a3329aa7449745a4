/** So often all due rows are looked at, in milliseconds. */
export const ALL_EVERY_MS = 5_000;
/** A row may be due so much longer than it is stored, in milliseconds: clocks differ, and transactions take time. */
const LATE_MS = 5_000;

/**
 * Where a look for due rows begins. The database passes over entries that left an index, for minutes, so that in a rush a look at all due
 * rows passed over tens of thousands that were done long ago. What a look did not find because it began too late,
 * the next look at all finds.
 */
export class DueFrom {
  private known: { readonly from: Date; readonly until: number; readonly among: string } | undefined;

  /**
   * No row is known to be due for longer than that; undefined: all due rows are to be looked at.
   * @param among what narrows the look beside the time; with another one than before, rows may appear that have been due for long
   */
  at(now: Date, among = ''): Date | undefined {
    const { known } = this;
    // A beginning that lies ahead tells of a clock that was set back.
    return known && known.from <= now && now.getTime() < known.until && known.among === among ? known.from : undefined;
  }

  /**
   * Due rows were looked at, those that were due longest first.
   * @param from where the look began, as {@link at} said
   * @param left since when rows have been due that may wait still; none when the look left nothing behind
   */
  looked(from: Date | undefined, now: Date, left: readonly Date[], among = ''): void {
    const longest = Math.min(now.getTime(), ...left.map((since) => since.getTime()));
    const until = from && this.known ? this.known.until : now.getTime() + ALL_EVERY_MS;
    this.known = { from: new Date(longest - LATE_MS), until, among };
  }
}
