import { SEATING_RULES } from '@concert/contracts/booking/seating';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@concert/contracts/core/durations';
import { numbersFrom } from '@concert/test-kit/numbers';
import { seatsLeft, type StockNow } from '../seats/stock.ts';
import { offerEnd } from './offer-end.ts';
import { whomItFits, type Waiting } from './waiting.ts';

/*
 * A program for `npm run prove waiting`: the last month of a sold-out hall, minute by minute, with the rules that say who is offered what and until
 * when. One line for each month: which share of the returned seats was paid by those who waited, in percent.
 */

const [SEATING, STARTS, DAYS, PEOPLE] = ['General Seating', new Date('2027-03-20T19:30:00Z'), 30, 120] as const;
const [HALL, RETURNED] = [670, Math.round(0.08 * 670)];
/** Half of those who cannot come know it in the last five days, and nothing is taken back in the last two hours. */
const [LATE_SHARE, LATE_DAYS, LAST_MS] = [0.5, 5, 2 * HOUR_MS];
/** Who is offered seats reads it after four hours of day on average, in the last day after half an hour; a quarter never answers, some decline. */
const [READS_MS, READS_LAST_MS, SILENT, DECLINES] = [4 * HOUR_MS, 0.5 * HOUR_MS, 0.25, 0.15];

function month(random: () => number): number {
  const begin = STARTS.getTime() - DAYS * DAY_MS;
  const moment = (days: number) => STARTS.getTime() - LAST_MS - random() * (days * DAY_MS - LAST_MS);
  const leaving = Array.from({ length: RETURNED }, () => moment(random() < LATE_SHARE ? LATE_DAYS : DAYS));
  const coming = Array.from({ length: PEOPLE }, () => ({
    seats: 1 + Math.floor(random() * 4),
    seating: SEATING,
    joinedAt: new Date(moment(DAYS)),
  }));
  let waiting = coming.sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime()) as unknown as Waiting[];
  let offered: { seats: number; overAt: number; isPaid: boolean }[] = [];
  let stock: StockNow = { seating: SEATING, capacity: HALL, sold: HALL, held: 0, returning: 0, ended: 0, version: 1 };
  let filled = 0;
  for (let now = begin; now < STARTS.getTime(); now += MINUTE_MS) {
    for (const { seats, isPaid } of offered.filter(({ overAt }) => overAt <= now)) {
      filled += isPaid ? seats : 0;
      stock = { ...stock, held: stock.held - seats };
    }
    offered = offered.filter(({ overAt }) => overAt > now);
    // The new ticket counts instead of the one that was taken.
    stock = { ...stock, returning: leaving.filter((at) => at <= now).length - filled };
    for (;;) {
      const here = waiting.filter(({ joinedAt }) => joinedAt.getTime() <= now);
      const [next] = whomItFits(here, SEATING, SEATING_RULES, seatsLeft(stock, true));
      if (!next) break;
      const [endsAt, isLastDay, fate] = [offerEnd(new Date(now), STARTS, 'UTC').getTime(), STARTS.getTime() - now < DAY_MS, random()];
      const hour = new Date(now).getUTCHours();
      const asleep = hour >= 22 ? 32 - hour : Math.max(0, 8 - hour);
      const reads = now + asleep * HOUR_MS - Math.log(1 - random()) * (isLastDay ? READS_LAST_MS : READS_MS);
      const answersAt = fate < SILENT ? Infinity : reads;
      offered.push({ seats: next.seats, overAt: Math.min(answersAt, endsAt), isPaid: fate > SILENT + DECLINES && answersAt <= endsAt });
      waiting = waiting.filter((one) => one !== next);
      stock = { ...stock, held: stock.held + next.seats };
    }
  }
  return (100 * filled) / RETURNED;
}

const [seed = '1', months = '100'] = process.argv.slice(2);
const random = numbersFrom(Number(seed));
for (let done = 0; done < Number(months); done += 1) process.stdout.write(`${month(random)}\n`);
