import { ARRIVALS_MINUTES, type Arrivals } from '@concert/contracts/booking/door';

const MINUTE_MS = 60_000;
/** Fewer would make a single minute as wide as the picture. */
const LEAST_MINUTES = 30;

/** One door's arrivals, minute by minute. */
export interface DoorArrivals {
  readonly door: string;
  readonly total: number;
  /** How many came in each minute of the time shown; nobody is 0. */
  readonly minutes: readonly number[];
  /** The minute in which most came, and how many. */
  readonly busiest: { readonly at: string; readonly count: number };
}

/** What is drawn: all doors over the same minutes and to the same height, so that they can be compared. */
export interface ArrivalsPicture {
  readonly from: string;
  readonly until: string;
  readonly highest: number;
  readonly doors: readonly DoorArrivals[];
}

/** The busiest door first. @returns undefined when nobody came */
export function byDoor(arrivals: readonly Arrivals[]): ArrivalsPicture | undefined {
  const [first] = arrivals;
  if (!first) return undefined;
  const times = arrivals.map(({ at }) => Date.parse(at));
  const until = Math.max(...times);
  const from = Math.max(Math.min(...times, until - (LEAST_MINUTES - 1) * MINUTE_MS), until - (ARRIVALS_MINUTES - 1) * MINUTE_MS);
  const doors = [...Map.groupBy(arrivals, ({ door }) => door)].map(([door, rows]): DoorArrivals => {
    const minutes = Array.from({ length: (until - from) / MINUTE_MS + 1 }, () => 0);
    for (const { at, count } of rows) minutes[Math.max(0, (Date.parse(at) - from) / MINUTE_MS)]! += count;
    const busiest = rows.reduce((most, row) => (row.count > most.count ? row : most));
    return { door, total: rows.reduce((sum, { count }) => sum + count, 0), minutes, busiest: { at: busiest.at, count: busiest.count } };
  });
  return {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    highest: Math.max(...doors.flatMap(({ minutes }) => minutes)),
    doors: doors.toSorted((one, other) => other.total - one.total),
  };
}
