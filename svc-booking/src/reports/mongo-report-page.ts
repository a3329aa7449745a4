import {
  COMPLIMENTARY_CATEGORIES,
  GROUP_NAMES,
  type ComplimentaryCategory,
  type EntryStatus,
} from '@concert/contracts/booking/complimentary';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { BOOKING_STATUSES, type BookingStatus } from '@concert/contracts/booking/states';
import { collectionOf, type Connection } from '@concert/service-kit/store/mongo';
import { anyWordStartsWith } from '@concert/service-kit/store/search-words';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { SORT_FIELDS, type SortField } from './mongo-report-indexes.ts';
import { PREFIX_MATCH, SUBSTRING_MATCH, MongoReportList, undefinedIfTimedOut, type WordMatch, type Sortable } from './mongo-report-list.ts';
import { ROW_OF_BOOKING, ROW_OF_ENTRY, rowOfBooking, rowOfEntry } from './mongo-report-rows.ts';
import type { PlacedRow, ReportPosition, ReportQuestion } from './mongo-report.ts';
import { moneyMovesCollection, type MoneyDocument } from '../money-moves/money.schema.ts';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';

const GROUPS: ReadonlyMap<string, ComplimentaryCategory> = new Map(COMPLIMENTARY_CATEGORIES.map((group) => [GROUP_NAMES[group], group]));
/** Shorter terms are not searched inside words: they match too much. */
const SHORTEST_INSIDE = 3;

function positionOf(document: Sortable, field: SortField): ReportPosition {
  const value =
    field === 'createdAt' ? document.createdAt.getTime() : field === 'charged' ? (document.charged ?? 0) : (document.nameKey ?? '');
  return { value, id: document._id };
}

/** The server's comparison: numbers by value, text by bytes. */
function compare(a: ReportPosition, b: ReportPosition): number {
  const first =
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : Buffer.compare(Buffer.from(String(a.value)), Buffer.from(String(b.value)));
  return first || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** A page of the report: bookings and complimentary entries, read separately and merged. */
export class MongoReportPage {
  private readonly list: MongoReportList;

  constructor(private readonly connection: Connection) {
    this.list = new MongoReportList(connection);
  }

  /** The rows that match. */
  async of(question: ReportQuestion): Promise<PlacedRow[]> {
    const ids = question.providerIds.length > 0 ? await this.paidUnder(question.providerIds) : undefined;
    const found = await this.fitting(question, ids, PREFIX_MATCH);
    if (found.length > 0 || question.words.length === 0 || question.words.some((word) => word.length < SHORTEST_INSIDE)) return found;
    // Where no word begins with the terms, search inside words: slower, and seldom what somebody means.
    const { after: _after, ...first } = question;
    if (question.after && (await this.fitting({ ...first, limit: 1 }, ids, PREFIX_MATCH)).length > 0) return [];
    return (await this.fitting(question, ids, SUBSTRING_MATCH).catch(undefinedIfTimedOut)) ?? [];
  }

  private async fitting(question: ReportQuestion, ids: readonly string[] | undefined, fit: WordMatch): Promise<PlacedRow[]> {
    const { statuses, categories, words, sort, limit } = question;
    const direction = sort.startsWith('-') ? -1 : 1;
    const field = SORT_FIELDS[sort.replace('-', '') as keyof typeof SORT_FIELDS];
    const fits = {
      ...(ids ? { _id: { $in: ids } } : {}),
      ...(words.length > 0 ? { $and: words.map((word) => fit.word(word)) } : {}),
    };
    const seatings = SEATINGS.filter((seating) => categories.includes(seating));
    const groups = categories.map((category) => GROUPS.get(category)).filter((group) => group !== undefined);
    const ofBookings = statuses.filter((status): status is BookingStatus => (BOOKING_STATUSES as readonly string[]).includes(status));
    const ofEntries = statuses.filter((status): status is EntryStatus => !(BOOKING_STATUSES as readonly string[]).includes(status));
    const list = { field, direction, question, fit } as const;
    const [bookings, entries] = await Promise.all([
      seatings.length === 0 || ofBookings.length === 0
        ? []
        : this.list.rows<BookingDocument & Sortable>({
            ...list,
            collection: BOOKINGS_COLLECTION,
            filter: { status: { $in: ofBookings }, seating: { $in: seatings }, ...fits },
            projection: ROW_OF_BOOKING,
          }),
      groups.length === 0 || ofEntries.length === 0
        ? []
        : this.list.rows<EntryDocument & Sortable>({
            ...list,
            collection: entriesCollection.name,
            filter: { status: { $in: ofEntries }, group: { $in: groups }, ...fits },
            projection: ROW_OF_ENTRY,
          }),
    ]);
    return [
      ...bookings.map((document) => ({ row: rowOfBooking(document), position: positionOf(document, field) })),
      ...entries.map((document) => ({ row: rowOfEntry(document), position: positionOf(document, field) })),
    ]
      .sort((a, b) => direction * compare(a.position, b.position))
      .slice(0, limit);
  }

  /** Bookings whose payment has a provider id with one of these prefixes. */
  private async paidUnder(providerIds: readonly string[]): Promise<string[]> {
    const found = await collectionOf<MoneyDocument>(this.connection, moneyMovesCollection.name)
      .find({ $and: providerIds.map((id) => ({ references: anyWordStartsWith(id) })) }, { projection: { bookingId: 1 } })
      .limit(200)
      .toArray();
    return [...new Set(found.map(({ bookingId }) => bookingId))];
  }
}
