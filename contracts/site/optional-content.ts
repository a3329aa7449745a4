import type { ConcertView } from '../booking/http.ts';
import { isDateToFollow } from '../booking/postponement.ts';
import type { Seating } from '../booking/seating.ts';
import type { TextNote } from '../booking/visitor-notes.ts';

/**
 * What a page says only of some concerts. Pages are drawn when the site is built, with all of it; whatever this concert has not is taken out again before the page is
 * sent. An element that says it carries `data-optional`, and holds no element of its own kind.
 */
export type OptionalContent =
  TextNote | 'mapUrl' | 'doors' | 'interval' | 'accessibleSeats' | 'newDate' | 'performer' | 'picture' | 'saleEnd' | `soldOut ${Seating}`;

type Known = Pick<ConcertView, 'notes' | 'categories' | 'state' | 'postponement' | 'performer' | 'picture' | 'startsAt' | 'sale'>;

/** Whether a concert has it. */
export function hasContent(content: OptionalContent, concert: Known): boolean {
  const { notes, categories } = concert;
  switch (content) {
    case 'doors':
      return notes.doorsText !== undefined;
    case 'interval':
      return notes.intervalMinutes !== undefined;
    case 'picture':
      return concert.picture !== undefined;
    case 'performer':
      return Boolean(concert.performer);
    case 'newDate':
      return !isDateToFollow(concert);
    // Said only where it is not the beginning of the evening.
    case 'saleEnd':
      return concert.sale.endsAt !== concert.startsAt;
    case 'accessibleSeats':
      return categories.some(({ accessible }) => accessible !== undefined);
    case 'soldOut General Seating':
    case 'soldOut Preferred Seating':
    case 'soldOut Premium Seating':
    case 'soldOut VIP Seating':
      return categories.some(({ seating, left, accessible }) => content === `soldOut ${seating}` && left + (accessible?.left ?? 0) === 0);
    default:
      return notes[content] !== undefined;
  }
}

const MARKED = /<(\w+) (?=[^>]*\bdata-optional="([^"]+)")[^>]*>.*?<\/\1>/gs;

/** Takes out of a prerendered page what this concert has not. */
export function withoutMissingContent(html: string, concert: Known): string {
  return html.replace(MARKED, (drawn, _element, content: OptionalContent) => (hasContent(content, concert) ? drawn : ''));
}
