import { concertDate } from '@concert/contracts/booking/concert-date';
import { bookingRoutes, type ConcertView } from '@concert/contracts/booking/http';
import { seatingRules, SEATINGS } from '@concert/contracts/booking/seating';
import { isAnnounced, TO_BE_ANNOUNCED } from '@concert/contracts/booking/to-be-announced';
import { CURRENCY } from '@concert/contracts/core/money';
import { fillPath } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/process/clock';
import { isWaitedFor, poolsOf, seatsLeft, type StockNow } from '../seats/stock.ts';
import type { MongoStock } from '../seats/mongo-stock.ts';
import type { MongoConcert } from './mongo-concert.ts';
import { pictureName } from '../share-picture/canvas-picture.ts';
import { drawableWords, type PictureWords } from '../share-picture/picture-words.ts';
import { protectionIsOver, type Concert } from './concert.ts';
import { datesView, dateToFollowOf } from './postponement.ts';
import { saleView } from './sale.ts';
import { notesView } from './visitor-notes.ts';

/** The concert as everybody may see it. Concurrent reads share one query. */
export class ShowConcert {
  private reading: Promise<ConcertView> | undefined;

  constructor(
    private readonly concert: MongoConcert,
    private readonly stock: MongoStock,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
  ) {}

  now(): Promise<ConcertView> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /** What the picture of shared links says now; undefined where there is none. */
  async pictureWords(): Promise<PictureWords | undefined> {
    return pictureWordsOf(await this.concert.current());
  }

  private async read(): Promise<ConcertView> {
    const now = this.clock.now();
    const [concert, stocks] = await Promise.all([this.concert.current(), this.stock.all(now)]);
    const { title, heading, performer, state, stateReason, cancellationNote, startsAt, timeZone, lengthMinutes, venue } = concert;
    const { supportEmail, supportPhone, siteUrl, organiser, organiserAddress } = concert;
    const rules = seatingRules(concert.pricing);
    const picture = pictureWordsOf(concert);
    // Each part is named, so that nothing is public because it was stored.
    return {
      ...{ title, heading, performer, state, stateReason, cancellationNote, timeZone, lengthMinutes, venue },
      ...{ supportEmail, supportPhone, siteUrl, organiser, organiserAddress },
      ...saleView(concert, now),
      revision: concert.version,
      ...datesView(concert),
      dateText: isAnnounced(concert) ? concertDate({ startsAt, timeZone, ...dateToFollowOf(concert) }) : TO_BE_ANNOUNCED,
      ...(picture ? { picture: fillPath(bookingRoutes.showPicture.path, { name: pictureName(picture) }) } : {}),
      currency: CURRENCY,
      holdSeconds: this.holdSeconds,
      freeCompanion: concert.access.freeCompanion,
      gifts: concert.gifts,
      notes: notesView(concert),
      categories: SEATINGS.map((seating) => {
        const stock = stocks.find((candidate) => candidate.seating === seating);
        if (!stock) throw new Error(`there is no stock of ${seating}: run the migrations`);
        return { ...rules[seating], capacity: stock.capacity, ...leftView(stock, protectionIsOver(concert, now)) };
      }),
    };
  }
}

/** What the picture of shared links says; undefined while place and date are to be announced, and where the words cannot be drawn. */
export function pictureWordsOf(concert: Concert): PictureWords | undefined {
  if (!isAnnounced(concert)) return undefined;
  const { title, performer, state, startsAt, timeZone, venue } = concert;
  const date = state === 'cancelled' ? 'This concert is cancelled' : concertDate({ startsAt, timeZone, ...dateToFollowOf(concert) });
  return drawableWords({ title, performer, date, place: `${venue.name}, ${venue.address}` });
}

function leftView(stock: StockNow, opened: boolean): Pick<ConcertView['categories'][number], 'left' | 'accessible' | 'waiting'> {
  const left = seatsLeft(stock, opened);
  const none = { others: 0, accessible: 0, companions: 0, withAccessible: 0 };
  const { others, accessible, companions, withAccessible } = isWaitedFor(stock, opened) ? none : left;
  const waiting = stock.waitsFor || stock.waitsForAccessible ? { waiting: true as const } : {};
  if (poolsOf(stock).accessible.seats === 0) return { left: others, ...waiting };
  return { left: others, ...waiting, accessible: { left: accessible, companionsLeft: companions, ticketsLeft: withAccessible } };
}
