import {
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  type ReportCategory,
  type ReportSort,
  type ReportStatus,
} from '@concert/contracts/booking/reports';
import { COMPLIMENTARY_CATEGORIES, GROUP_NAMES, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { collectionOf, type ClientSession, type Connection, type Transactions } from '@concert/service-kit/store/mongo';
import { anyWordStartsWith, containsText } from '@concert/service-kit/store/search-words';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { ROW_OF_BOOKING, ROW_OF_ENTRY, rowOfBooking, rowOfEntry, type Row } from './mongo-report-rows.ts';
import { moneyMovesCollection, type MoneyDocument } from '../money-moves/money.schema.ts';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';

/** Where a page begins: after the row with this id and this value in the sorted column. */
export interface ReportPosition {
  readonly value: string | number;
  readonly id: string;
}

export interface ReportQuestion {
  readonly statuses: readonly ReportStatus[];
  readonly categories: readonly ReportCategory[];
  /** Each has to be a prefix of one of the row's words. */
  readonly words: readonly string[];
  /** The provider's ids of the payment; each has to be a prefix of one of the row's. */
  readonly providerIds: readonly string[];
  readonly sort: ReportSort;
  readonly after?: ReportPosition;
  /** All of them without it. */
  readonly limit?: number;
}

export interface PlacedRow {
  readonly row: Row;
  readonly position: ReportPosition;
}

const SORT_FIELDS = { created: 'createdAt', name: 'nameKey', amount: 'charged' } as const;
type SortField = (typeof SORT_FIELDS)[keyof typeof SORT_FIELDS];

/** Fields that rows can be sorted by. */
interface Sortable {
  readonly _id: string;
  readonly createdAt: Date;
  readonly nameKey?: string;
  readonly charged?: number;
}

const GROUPS: ReadonlyMap<string, ComplimentaryCategory> = new Map(COMPLIMENTARY_CATEGORIES.map((group) => [GROUP_NAMES[group], group]));
/** Shorter terms are not searched inside words: they match too much. */
const SHORTEST_INSIDE = 3;

/** How a row has to match a word. */
type WordMatch = (word: string) => object;
const atBeginning: WordMatch = (word) => ({ words: anyWordStartsWith(word) });
const anywhere: WordMatch = (word) => ({ text: containsText(word) });

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

/** What comes after a row in this order. */
function beyond({ value, id }: ReportPosition, field: SortField, direction: 1 | -1): object {
  const further = direction === 1 ? '$gt' : '$lt';
  const last = field === 'createdAt' ? new Date(value) : value;
  return { $or: [{ [field]: { [further]: last } }, { [field]: last, _id: { [further]: id } }] };
}

/** A page of the report, or all of it: bookings and complimentary entries, read separately and merged. */
export class MongoReportPage {
  constructor(
    private readonly connection: Connection,
    private readonly transactions: Pick<Transactions, 'run'>,
  ) {}

  /** All rows, newest first, as they are at one moment. @param ids of these only */
  all(ids: readonly string[] | undefined): Promise<Row[]> {
    const question = { statuses: REPORT_STATUSES, categories: REPORT_CATEGORIES, words: [], providerIds: [], sort: '-created' } as const;
    return this.transactions.run(async (transaction) =>
      (await this.fitting(question, ids, atBeginning, transaction)).map(({ row }) => row),
    );
  }

  /** The rows that match. */
  async of(question: ReportQuestion): Promise<PlacedRow[]> {
    const ids = question.providerIds.length > 0 ? await this.paidUnder(question.providerIds) : undefined;
    const found = await this.fitting(question, ids, atBeginning);
    if (found.length > 0 || question.words.length === 0 || question.words.some((word) => word.length < SHORTEST_INSIDE)) return found;
    // Where no word begins with the terms, search inside words: seldom what somebody means.
    const { after: _after, ...first } = question;
    if (question.after && (await this.fitting({ ...first, limit: 1 }, ids, atBeginning)).length > 0) return [];
    return this.fitting(question, ids, anywhere);
  }

  private async fitting(
    question: ReportQuestion,
    ids: readonly string[] | undefined,
    matches: WordMatch,
    transaction?: ClientSession,
  ): Promise<PlacedRow[]> {
    const { statuses, categories, words, sort, after, limit } = question;
    const direction = sort.startsWith('-') ? -1 : 1;
    const field = SORT_FIELDS[sort.replace('-', '') as keyof typeof SORT_FIELDS];
    const conditions = [
      ...(ids ? [{ _id: { $in: ids } }] : []),
      ...words.map(matches),
      ...(after ? [beyond(after, field, direction)] : []),
    ];
    const groups = categories.map((category) => GROUPS.get(category)).filter((group) => group !== undefined);
    const rows = <Document extends Sortable>(collection: string, kinds: object, projection: object) =>
      collectionOf<Document>(this.connection, collection)
        .find({ $and: [kinds, ...conditions] } as never, { projection, ...(transaction && { session: transaction }) })
        .sort({ [field]: direction, _id: direction })
        .limit(limit ?? 0)
        .toArray() as Promise<Document[]>;
    const status = { $in: statuses };
    const bookings = await rows<BookingDocument & Sortable>(BOOKINGS_COLLECTION, { status, seating: { $in: categories } }, ROW_OF_BOOKING);
    const entries = await rows<EntryDocument & Sortable>(entriesCollection.name, { status, group: { $in: groups } }, ROW_OF_ENTRY);
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
