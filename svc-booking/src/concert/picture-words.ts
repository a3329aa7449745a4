import { concertDate } from '@concert/contracts/booking/concert-date';
import { lowestPriceInWords } from '@concert/contracts/booking/seating';
import { isAnnounced } from '@concert/contracts/booking/to-be-announced';
import { SCRIPT_FONTS } from '../fonts/script-fonts.ts';
import type { Concert } from './concert.ts';
import { dateToFollowOf } from './postponement.ts';

/** What the picture of a shared link says. */
export interface PictureWords {
  readonly title: string;
  readonly performer: string;
  /** The date and time, that the date is to follow, or that the concert is cancelled. */
  readonly date: string;
  readonly place: string;
}

/** What the flyer says besides. */
export interface FlyerWords extends PictureWords {
  /** The lowest price; empty where no seats are sold. */
  readonly price: string;
  /** Address of the site, to read and to scan. */
  readonly site: string;
}

const EMOJI = /[\p{Emoji_Presentation}\ufe0f]/gu;
const OF_EVERY_FONT = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]/u;

const drawable = (text: string) => text.normalize('NFC').replace(EMOJI, '').replace(/\s+/gu, ' ').trim();

/** The words of the picture, or undefined where place and date are to be announced, one of the words has letters that none of the fonts has, or the title has no words. */
export function pictureWords(concert: Concert): PictureWords | undefined {
  const { title, performer, startsAt, timeZone, venue } = concert;
  const words = {
    title: drawable(title),
    performer: drawable(performer),
    date: concert.state === 'cancelled' ? 'This concert is cancelled' : concertDate({ startsAt, timeZone, ...dateToFollowOf(concert) }),
    place: drawable(`${venue.name}, ${venue.address}`),
  };
  const all = [...Object.values(words).join('')];
  const shown = all.every((sign) => OF_EVERY_FONT.test(sign) || SCRIPT_FONTS.some(([script]) => script.test(sign)));
  return shown && isAnnounced(concert) && words.title !== '' ? words : undefined;
}

/** The words of the flyer, or undefined where {@link pictureWords} has none. */
export function flyerWords(concert: Concert): FlyerWords | undefined {
  const words = pictureWords(concert);
  const price = concert.state === 'open' ? lowestPriceInWords({ categories: Object.values(concert.pricing) }).replace('f', 'F') : '';
  return words && { ...words, price, site: concert.siteUrl };
}
