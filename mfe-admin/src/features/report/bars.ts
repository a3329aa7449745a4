import type { ReportDay } from '@concert/contracts/booking/reports';

/** Days before the last that are shown even where no money moved: a bar alone would say nothing. */
const MIN_DAYS = 7;
/** The most bars that can be told apart on a phone. */
const MAX_BARS = 28;
const DAY_MS = 86_400_000;

/** One bar of the chart: a day, or several where there are many. */
export interface Bar {
  readonly from: string;
  readonly until: string;
  readonly chargedMinor: number;
  readonly returnedMinor: number;
  readonly tickets: number;
}

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Days from the first to the last, seven at least, those without money included, grouped into as few bars as can be told apart. */
export function barsOf(days: readonly ReportDay[]): Bar[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const known = new Map(days.map((day) => [day.day, day]));
  const end = Date.parse(`${last.day}T00:00:00Z`);
  const count = Math.max(MIN_DAYS, Math.round((end - Date.parse(`${first.day}T00:00:00Z`)) / DAY_MS) + 1);
  const start = end - (count - 1) * DAY_MS;
  const width = Math.ceil(count / MAX_BARS);
  const bars: Bar[] = [];
  for (let from = 0; from < count; from += width) {
    const until = Math.min(count, from + width) - 1;
    let [chargedMinor, returnedMinor, tickets] = [0, 0, 0];
    for (let index = from; index <= until; index += 1) {
      const day = known.get(dayAt(start + index * DAY_MS));
      chargedMinor += day?.chargedMinor ?? 0;
      returnedMinor += day?.returnedMinor ?? 0;
      tickets += day?.tickets ?? 0;
    }
    bars.push({ from: dayAt(start + from * DAY_MS), until: dayAt(start + until * DAY_MS), chargedMinor, returnedMinor, tickets });
  }
  return bars;
}
