import { z } from 'zod';
import { concertDate } from '../booking/concert-date.ts';
import { escapeHtml } from '../core/html.ts';
import type { ConcertView } from '../booking/http.ts';
import { lowestPriceInWords, pricedInWords, SEATING_RULES, SEATINGS } from '../booking/seating.ts';
import { isAnnounced } from '../booking/to-be-announced.ts';
import { formatPrice } from '../core/money.ts';
import { dialledDigits } from '../core/phone.ts';
import { SALE_STATES, type SaleState } from '../booking/sale-state.ts';
import { intervalInWords, minutesInWords, TEXT_NOTES } from '../booking/visitor-notes.ts';
import { withoutMissingContent } from './optional-content.ts';

/*
 * Pages that are drawn when the site is built and filled in when they are asked for. A remote draws its screens, the
 * shell the frame around them, and the gateway puts the two together with the concert as it is at that moment.
 */

/** File of a web room's output that holds what it has drawn. */
export const PRERENDERED_FILE = 'prerendered.json';

/** What stands in a frame where the screen belongs. */
export const SCREEN_PLACEHOLDER = '<div data-place="screen"></div>';

/** A drawing for each state of the concert, and one for when nothing is known of it. */
export const PRERENDERED_STATES = ['unknown', ...SALE_STATES] as const;
export type PrerenderedState = (typeof PRERENDERED_STATES)[number];

const drawings = z.record(z.enum(PRERENDERED_STATES), z.string());

/** Frames by path, as the shell has drawn them. */
export const framesSchema = z.object({ pages: z.record(z.string(), z.object({ html: drawings })) });

/** Screens by path, as a remote has drawn them, with the files that each needs first. File names are within the remote. */
export const screensSchema = z.object({
  entry: z.string(),
  pages: z.record(
    z.string(),
    z.object({
      description: z.string(),
      /** False where the address's query changes what is shown. */
      anyQuery: z.boolean(),
      /** Picture that is seen first. */
      picture: z.string().optional(),
      styles: z.array(z.string()),
      scripts: z.array(z.string()),
      html: drawings,
    }),
  ),
});
export type Screens = z.infer<typeof screensSchema>;
export type Frames = z.infer<typeof framesSchema>;

const TITLE = 'TITLE-STAND-IN';

/** A plain text that was written with the stand-in's title, with that of the concert. */
export function withTitle(text: string, title: string): string {
  return text.replaceAll(TITLE, () => title);
}

/** The concert that pages are drawn with. Each of its values is found again by {@link fillIn} and stands nowhere else. */
export function placeholderConcert(saleState: SaleState): ConcertView {
  return {
    title: TITLE,
    heading: 'HEADING-STAND-IN',
    performer: 'PERFORMER-STAND-IN',
    picture: '/PICTURE-STAND-IN',
    state: saleState === 'soon' || saleState === 'ended' ? 'open' : saleState,
    saleState,
    sale: {
      opensAt: '2000-01-01T00:00:00.000Z',
      endsAt: '2000-12-30T00:00:00.000Z',
      opensText: 'OPENS-STAND-IN',
      endsText: 'ENDS-STAND-IN',
    },
    stateReason: 'REASON-STAND-IN',
    startsAt: '2001-01-01T00:00:00.000Z',
    timeZone: 'UTC',
    lengthMinutes: 7_919,
    previousStarts: [],
    revision: 1,
    venue: { name: 'VENUE-STAND-IN', address: 'ADDRESS-STAND-IN' },
    currency: 'USD',
    supportEmail: 'mail@stand-in.invalid',
    supportPhone: '(000) 000-0001',
    siteUrl: 'https://site.stand-in.invalid',
    organiser: 'ORGANISER-STAND-IN',
    organiserAddress: 'POST-STAND-IN',
    holdSeconds: 1,
    freeCompanion: false,
    gifts: false,
    notes: {
      ...Object.fromEntries(TEXT_NOTES.map((note) => [note, `NOTE-${note}-STAND-IN`])),
      mapUrl: 'https://map.stand-in.invalid',
      doorsAt: '2000-12-31T01:02:03.000Z',
      doorsText: 'DOORS-STAND-IN',
      intervalMinutes: 7_907,
    },
    categories: SEATINGS.map((seating, at) => ({
      ...SEATING_RULES[seating],
      about: `ABOUT-${at}-STAND-IN`,
      priceMinor: 7_900_101 + at,
      maxTickets: 7_873 + at,
      capacity: 0,
      left: 0,
      accessible: { left: 0, companionsLeft: 0, ticketsLeft: 0 },
    })),
  };
}

function valuesOf(concert: ConcertView): readonly string[] {
  const { notes } = concert;
  return [
    concertDate(concert),
    concert.startsAt,
    concert.sale.opensText,
    concert.sale.endsText,
    minutesInWords(concert.lengthMinutes),
    concert.title,
    concert.heading,
    concert.performer ?? '',
    concert.picture ?? '',
    lowestPriceInWords(concert),
    concert.stateReason,
    concert.venue.name,
    concert.venue.address,
    concert.supportEmail,
    concert.supportPhone,
    dialledDigits(concert.supportPhone),
    concert.siteUrl,
    concert.organiser,
    concert.organiserAddress,
    concert.siteUrl.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    notes.mapUrl ?? '',
    notes.doorsAt ?? '',
    notes.doorsText ?? '',
    intervalInWords(notes.intervalMinutes ?? 0),
    ...TEXT_NOTES.map((note) => notes[note] ?? ''),
    ...SEATINGS.flatMap((seating) => {
      const category = concert.categories.find((one) => one.seating === seating);
      return category ? [category.about, formatPrice(category.priceMinor), pricedInWords(category)] : ['', '', ''];
    }),
  ];
}

/** Whether a page drawn with the stand-in has the same shape as one drawn with this concert. What is not announced yet is no link, and nothing for search engines. */
export function canFillIn(concert: ConcertView): boolean {
  return isAnnounced(concert) && URL.canParse(concert.siteUrl) && /^https?:$/.test(new URL(concert.siteUrl).protocol);
}

/** Puts a concert's values where the stand-in's are, in one pass, so that no value is taken for a place; what it has not is taken out. */
export function fillIn(html: string, concert: ConcertView): string {
  const places = valuesOf(placeholderConcert(concert.saleState));
  const values = valuesOf(concert);
  const found = new RegExp(
    [...places]
      .sort((one, other) => other.length - one.length)
      .map((place) => place.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('|'),
    'g',
  );
  return withoutMissingContent(html, concert).replace(found, (place) => escapeHtml(values[places.indexOf(place)] ?? ''));
}
