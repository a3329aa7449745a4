/** What every kind of row has; those that are listed by time say in `created` when they were made, in seconds. */
export interface Row {
  id: string;
  created?: number;
}

interface Entry<T extends Row> {
  /** The row, or its JSON. */
  held: T | string;
  readonly place: number;
  /** The latest `created` of this row and all older ones. The clock may have been set back, so it need not be the row's own. */
  readonly latest: number;
  isRemoved: boolean;
}

/** Removed rows stay in the list until there are more of them than others, and at least so many. */
const MIN_GAPS = 100;

/**
 * Rows of one kind in the order in which they were added. Each has a place: a number that is higher the newer it is. A walk can begin at
 * any place without a look at the rows before it. Packed rows are held as JSON: many rows that are seldom read then cost garbage collection
 * next to nothing, and whoever reads one gets a copy of its own.
 */
export class Rows<T extends Row> {
  private readonly entries = new Map<string, Entry<T>>();
  private inOrder: Entry<T>[] = [];
  private newestPlace = 0;
  private readonly packed: boolean;

  constructor({ packed = false } = {}) {
    this.packed = packed;
  }

  get size(): number {
    return this.entries.size;
  }

  get(id: string): T | undefined {
    const entry = this.entries.get(id);
    return entry && rowOf(entry);
  }

  /** Where a row is among the others; undefined when it is not there. */
  placeOf(id: string): number | undefined {
    return this.entries.get(id)?.place;
  }

  /**
   * Adds a row as the newest, or replaces the one with its id in its place.
   * @param place higher than all before; left out, the next free one
   */
  put(row: T, place = this.newestPlace + 1): void {
    const held = this.packed ? JSON.stringify(row) : row;
    const known = this.entries.get(row.id);
    if (known) {
      known.held = held;
      return;
    }
    const latest = Math.max(this.inOrder.at(-1)?.latest ?? 0, row.created ?? 0);
    const entry: Entry<T> = { held, place, latest, isRemoved: false };
    this.entries.set(row.id, entry);
    this.inOrder.push(entry);
    this.newestPlace = place;
  }

  /** @returns whether it was there */
  remove(id: string): boolean {
    const entry = this.entries.get(id);
    if (!entry) return false;
    entry.isRemoved = true;
    this.entries.delete(id);
    // A new array, so that a walk that is under way goes on in the old one.
    if (this.inOrder.length > 2 * this.size + MIN_GAPS) this.inOrder = this.inOrder.filter(({ isRemoved }) => !isRemoved);
    return true;
  }

  /** All rows, the oldest first. Rows may be removed meanwhile. */
  *oldestFirst(): Generator<T> {
    for (const entry of this.entries.values()) yield rowOf(entry);
  }

  /**
   * Rows older than a place, the newest first.
   * @param since ends the walk where all further rows were created before this, in seconds
   */
  *newestFirst(olderThan = Infinity, since = -Infinity): Generator<T> {
    const { inOrder } = this;
    for (let index = this.firstFrom(olderThan) - 1; index >= 0; index -= 1) {
      const entry = inOrder[index]!;
      if (entry.latest < since) return;
      if (!entry.isRemoved) yield rowOf(entry);
    }
  }

  /** Index of the first entry at this place or a higher one, found by halving. */
  private firstFrom(place: number): number {
    let [low, high] = [0, this.inOrder.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.inOrder[middle]!.place < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function rowOf<T extends Row>({ held }: Entry<T>): T {
  return typeof held === 'string' ? (JSON.parse(held) as T) : held;
}
