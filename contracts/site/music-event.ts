import type { ConcertView } from '../booking/http.ts';
import { isDateToFollow } from '../booking/postponement.ts';

/**
 * Whether and when the concert takes place, in schema.org's words: as planned, on another date, on one that is not known yet, or not at all.
 * A postponed concert without a new date keeps the old one as its start, as search engines want it.
 */
function standingOf(concert: ConcertView): Record<string, string | readonly string[]> {
  const status = (name: string) => ({ startDate: concert.startsAt, eventStatus: `https://schema.org/${name}` });
  if (concert.state === 'cancelled') return status('EventCancelled');
  if (isDateToFollow(concert)) return status('EventPostponed');
  const [only, ...more] = concert.previousStarts;
  if (only === undefined) return status('EventScheduled');
  return { ...status('EventRescheduled'), previousStartDate: more.length === 0 ? only : concert.previousStarts };
}

interface EventPage {
  /** Where the site is found from outside. */
  readonly origin: string;
  /** Address of a picture of the concert. */
  readonly picture: string;
  readonly description: string;
}

/** What search engines are told of each category, once it is known when it can be reserved. */
function offersOf({ state, saleState, sale, categories, currency }: ConcertView, origin: string) {
  if (state !== 'open' || sale.opensAt === null) return {};
  const whether = (left: number) =>
    saleState === 'open' ? (left > 0 ? 'InStock' : 'SoldOut') : saleState === 'soon' ? 'PreOrder' : 'OutOfStock';
  return {
    offers: categories.map(({ label, priceMinor, left }) => ({
      '@type': 'Offer',
      name: label,
      price: (priceMinor / 100).toFixed(2),
      priceCurrency: currency,
      availability: `https://schema.org/${whether(left)}`,
      validFrom: sale.opensAt,
      validThrough: sale.endsAt,
      url: `${origin}/reserve-your-seat`,
    })),
  };
}

/** The concert for search engines (schema.org). A disabled concert takes place all the same; only its sale is paused. */
export function musicEvent(concert: ConcertView, { origin, picture, description }: EventPage) {
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: concert.title,
    description,
    ...standingOf(concert),
    ...(concert.notes.doorsAt === undefined ? {} : { doorTime: concert.notes.doorsAt }),
    duration: `PT${concert.lengthMinutes}M`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: concert.venue.name,
      address: concert.venue.address,
      ...(concert.notes.mapUrl === undefined ? {} : { hasMap: concert.notes.mapUrl }),
    },
    image: [picture],
    url: `${origin}/`,
    organizer: { '@type': 'Organization', name: concert.title, url: concert.siteUrl },
    performer: { '@type': 'MusicGroup', name: concert.performer || concert.title },
    ...offersOf(concert, origin),
  };
}
