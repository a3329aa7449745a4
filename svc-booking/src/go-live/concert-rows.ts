import { HOUR_MS, isWithin } from '@concert/contracts/core/durations';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { TO_BE_ANNOUNCED } from '@concert/contracts/booking/to-be-announced';
import { seatingRules, SEATINGS } from '@concert/contracts/booking/seating';
import { formatMoney } from '@concert/contracts/core/money';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { INVENTED, saleEndsAt, type Concert } from '../concert/concert.ts';
import { dateToFollowOf } from '../concert/postponement.ts';
import type { Stock } from '../seats/stock.ts';

/** A backup is restored each night; one night may begin an hour or two later than the one before. */
const RESTORED_WITHIN_MS = 26 * HOUR_MS;
const SETTINGS = '/concert-settings';

/** Prices and seats in words: what an admin confirms, so a change of any of them asks for it again. */
export function pricesInWords({ pricing }: Pick<Concert, 'pricing'>, stocks: readonly Pick<Stock, 'seating' | 'capacity'>[]): string {
  const rules = seatingRules(pricing);
  return SEATINGS.map((seating) => {
    const { priceMinor, pricedPer, maxTickets } = rules[seating];
    const seats = stocks.find((stock) => stock.seating === seating)?.capacity ?? 0;
    return `${seating} ${formatMoney(priceMinor)} a ${pricedPer}, at most ${maxTickets} tickets, ${seats} seats`;
  }).join('; ');
}

/** Whether the evening is told as it will be. */
export function concertRows(concert: Concert, now: Date): ReadinessRow[] {
  return [dateRow(concert, now), placeRow(concert)];
}

function dateRow(concert: Concert, now: Date): ReadinessRow {
  const row = { id: 'date', mend: SETTINGS };
  const words = concertDate({ ...concert, ...dateToFollowOf(concert) });
  if (concert.version === 1) return { ...row, state: 'red', words: `The date is still the sample date (${words}): set yours.` };
  if (concert.startsAt <= now || dateToFollowOf(concert).dateToFollow)
    return { ...row, state: 'red', words: `The date is not in the future (${words}).` };
  if (saleEndsAt(concert) <= now) return { ...row, state: 'red', words: 'The sale would end before it opens: set another end.' };
  return { ...row, state: 'green', words: `The evening is on ${words}.` };
}

/** What stands for the hall and the organisers in the concert of the first start is nobody's. Its organiser's name may be the real one. */
function placeRow(concert: Concert): ReadinessRow {
  const { venue, organiser, organiserAddress, supportEmail, supportPhone, siteUrl } = concert;
  const unsaid: readonly string[] = [
    TO_BE_ANNOUNCED,
    INVENTED.venue.name,
    INVENTED.venue.address,
    INVENTED.organiserAddress,
    INVENTED.supportPhone,
  ];
  const kept = [
    ...[venue.name, venue.address, organiser, organiserAddress, supportPhone].filter((text) => unsaid.includes(text)),
    ...(/[@.]example$/.test(supportEmail) ? [supportEmail] : []),
    ...(/[/.]example\/?$/.test(siteUrl) ? [siteUrl] : []),
  ];
  const row = { id: 'place', mend: SETTINGS };
  return kept.length === 0
    ? { ...row, state: 'green', words: `Hall, organiser and contacts are filled in: ${venue.name}, ${venue.address}.` }
    : { ...row, state: 'red', words: `Hall, organiser and contacts are not all yours yet: ${kept.join(', ')}.` };
}

/** @param confirmed what an admin last confirmed */
export function pricesRow(words: string, confirmed: unknown): ReadinessRow {
  return words === confirmed
    ? { id: 'prices', state: 'green', words: `Prices and seats are confirmed: ${words}.`, mend: SETTINGS }
    : { id: 'prices', state: 'red', words: `Prices and seats are not confirmed: ${words}.`, mend: SETTINGS };
}

/** @param restoredAt when a backup was last restored into empty databases, and money and seats agreed in it */
export function backupRow(restoredAt: Date | undefined, now: Date): ReadinessRow {
  if (!restoredAt)
    return {
      id: 'backup',
      state: 'red',
      words: 'No backup has been restored yet: the part “upkeep” makes and restores one within the hour it starts.',
    };
  const hours = Math.max(0, Math.floor((now.getTime() - restoredAt.getTime()) / HOUR_MS));
  return isWithin(restoredAt, RESTORED_WITHIN_MS, now)
    ? { id: 'backup', state: 'green', words: `A backup was restored ${hours} hours ago, and money and seats in it agreed.` }
    : { id: 'backup', state: 'red', words: `The last restore of a backup is of ${restoredAt.toISOString()}: look at the log of “upkeep”.` };
}
