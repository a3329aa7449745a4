import type { SaleFigures } from '@concert/contracts/booking/sale-figures';
import { localOf } from '@concert/contracts/core/zoned-time';
import { dayOf } from '../message-runs/evening.ts';
import type { NewsFacts, OrganiserNews } from './organiser-news.ts';
import type { MoneyDifferences } from './http-sale-figures.ts';

/** The hours of the venue's clock in which the summary of a morning is written. Where nothing ran then, that morning has none. */
const MORNING = { from: '08:00', until: '12:00' } as const;

/** What waits for somebody at the desk. */
export interface DeskCounts {
  readonly mailsInTrouble: number;
  readonly openMessages: number;
  readonly peopleUnreached: number;
}

/**
 * What there is to tell at a moment. Each has an id made of what happened, so that it is told once, however often it is found. Nobody is told
 * anything before the sale opens, as of a draft; in a rehearsal organisers are told as they will be.
 * @param money undefined while svc-payment does not answer
 */
export function saleNews(sale: SaleFigures, money: MoneyDifferences | undefined, desk: DeskCounts, now: Date): OrganiserNews[] {
  const { saleState, timeZone, endsAt, categories } = sale;
  if (saleState === 'soon') return [];
  const news = (id: string, facts: NewsFacts): OrganiserNews => ({ id, facts, at: now });
  const sold = categories.reduce((sum, category) => sum + category.sold, 0);
  const found: OrganiserNews[] = [];
  if (saleState === 'open' && sold > 0) found.push(news('first-seat', { kind: 'first-seat' }));
  if (saleState === 'open')
    for (const { seating, capacity } of categories.filter((category) => category.capacity > 0 && category.sold >= category.capacity))
      // With more seats it can be sold out once more.
      found.push(news(`sold-out ${seating} ${capacity}`, { kind: 'sold-out', seating, capacity }));
  if (saleState === 'ended') found.push(news(`sale-ended ${endsAt}`, { kind: 'sale-ended', ...figuresOf(sale, money, desk) }));
  if (money?.latestAt !== undefined)
    // Differences that are found later on the same day stand on the same page.
    found.push(news(`money-differs ${dayOf(new Date(money.latestAt), timeZone)}`, { kind: 'money-differs', open: money.open }));
  const [today, clock = ''] = localOf(now, timeZone).split('T');
  if (saleState === 'open' && clock >= MORNING.from && clock < MORNING.until)
    found.push(news(`morning ${today}`, { kind: 'morning', ...figuresOf(sale, money, desk) }));
  return found;
}

function figuresOf(
  { categories, chargedMinor, returnedMinor, openDisputes }: SaleFigures,
  money: MoneyDifferences | undefined,
  desk: DeskCounts,
) {
  return { categories, chargedMinor, returnedMinor, openDisputes, moneyDiffers: money?.open ?? 0, ...desk };
}
