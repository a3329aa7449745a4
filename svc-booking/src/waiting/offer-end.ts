import { DAY_MS, HOUR_MS, MINUTE_MS } from '@concert/contracts/core/durations';
import { instantsOf, localTimeOf, wallClock } from '@concert/contracts/core/zoned-time';

const MAX_MS = 12 * HOUR_MS;
const MIN_MS = 5 * MINUTE_MS;
/** Hours of the venue's clocks between which people are expected to read and answer. */
const DAY = { fromHour: 8, toHour: 22 } as const;
const LEAST_OF_DAY_MINUTES = 120;

/**
 * When an offer of now ends. It lasts a quarter of the time to the end of the sale, so that three further people can still be asked, and 12 hours at most.
 * In the last 12 hours that quarter shrinks in step with the hours that are left: of 12 hours it is 3 hours, of 6 hours 45 minutes, and from about two
 * hours on five minutes, which is the least. It never ends after the sale. Until the last day it has two hours of day: the night from 22 to 8 o'clock at
 * the venue does not count.
 */
export function offerEnd(now: Date, saleEnd: Date, timeZone: string): Date {
  const leftMs = saleEnd.getTime() - now.getTime();
  const quarterMs = (leftMs / 4) * Math.min(1, leftMs / MAX_MS);
  const end = now.getTime() + Math.min(MAX_MS, Math.max(MIN_MS, quarterMs));
  const atLeast = leftMs >= DAY_MS ? afterTwoHoursOfDay(now, timeZone).getTime() : end;
  return new Date(Math.min(saleEnd.getTime(), Math.max(end, atLeast)));
}

/** The first moment by which someone who hears of it now had two hours of day. */
function afterTwoHoursOfDay(now: Date, timeZone: string): Date {
  const local = wallClock(localTimeOf(now, timeZone))!;
  const minutes = local.hour * 60 + local.minute;
  const beforeNight = DAY.toHour * 60 - minutes;
  if (local.hour >= DAY.fromHour && beforeNight >= LEAST_OF_DAY_MINUTES) return new Date(now.getTime() + LEAST_OF_DAY_MINUTES * MINUTE_MS);
  const isEvening = local.hour >= DAY.fromHour;
  const hadToday = isEvening ? Math.max(0, beforeNight) : 0;
  // A day further than the last of a month is the first of the next one.
  const [morning] = instantsOf({ ...local, day: local.day + (isEvening ? 1 : 0), hour: DAY.fromHour, minute: 0 }, timeZone);
  return new Date((morning ?? now).getTime() + (LEAST_OF_DAY_MINUTES - hadToday) * MINUTE_MS);
}
