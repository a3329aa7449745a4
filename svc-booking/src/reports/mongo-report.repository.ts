import {
  COMPLIMENTARY_CATEGORIES,
  ENTRY_STATUSES,
  GROUP_NAMES,
  type ComplimentaryCategory,
  type EntryStatus,
} from '@concert/contracts/booking/complimentary';
import type { ReportCategory, ReportCell, ReportRow } from '@concert/contracts/booking/reports';
import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { BOOKING_STATUSES, type BookingStatus } from '@concert/contracts/booking/states';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection, type Transactions } from '@concert/service-kit/mongo';
import { LRUCache } from 'lru-cache';
import { BOOKINGS_COLLECTION, type BookingDocument } from '../bookings/mongo-bookings.repository.ts';
import { ALLOTMENTS_COLLECTION } from '../complimentary/mongo-allotments.repository.ts';
import { ENTRIES_COLLECTION, type EntryDocument } from '../complimentary/mongo-entries.repository.ts';
import { MONEY_COLLECTION, type MoneyDocument } from '../money-moves/mongo-money.repository.ts';
import { STOCK_COLLECTION, type StockDocument } from '../seats/mongo-stock.repository.ts';
import { heldTickets } from '../seats/stock.ts';
import { MongoReportDays } from './mongo-report-days.ts';
import { REPORT_CELLS, type CellsDocument } from './mongo-report-figures.ts';
import type { Figures, SeatCount } from './report.ts';
import type { PlacedRow, ReportPosition, ReportQuestion, ReportRepository } from './report.repository.ts';

/*
 * Filter first, then order: the server merges one short run of the index for each status and category that is asked for.
 * Where all of them are, an index of the order alone saves it that.
 */
const FIELDS = { created: 'createdAt', name: 'nameKey', amount: 'charged' } as const;
type Field = (typeof FIELDS)[keyof typeof FIELDS];

const INSIDE_INDEX = 'text';
const WORDS_INDEX = 'words';
const orderIndex = (field: Field, whole: boolean) => (whole ? `report_all_by_${field}` : `report_by_${field}`);

function reportIndexesOf(collection: string, category: 'seating' | 'group'): IndexSpec[] {
  return [
    ...(['createdAt', 'nameKey', 'charged'] as const).flatMap((field) => [
      {
        collection,
        name: orderIndex(field, false),
        key: { status: 1, [category]: 1, [field]: 1, _id: 1 } as const,
        serves: `the report, of some statuses and categories, in the order of ${field}`,
      },
      {
        collection,
        name: orderIndex(field, true),
        key: { [field]: 1, _id: 1 } as const,
        serves: `the report, of all statuses and categories, in the order of ${field}`,
      },
    ]),
    { collection, name: WORDS_INDEX, key: { words: 1 }, serves: 'the report, by the beginning of a word' },
    {
      collection,
      name: INSIDE_INDEX,
      key: { text: 1 },
      serves: 'the report, by a part of what a row is found by: the index is read instead of the rows',
    },
  ];
}

export const reportIndexes: readonly IndexSpec[] = [
  ...reportIndexesOf(BOOKINGS_COLLECTION, 'seating'),
  ...reportIndexesOf(ENTRIES_COLLECTION, 'group'),
];

/** Above every character that a word can hold. */
const LAST = '\u{10FFFF}';

/** How words are looked for: where the rows are, and which of them fit. */
interface Fit {
  readonly word: (word: string) => object;
  readonly hint?: string;
  readonly limitMs: number;
}
const BEGINNING: Fit = { word: (word) => ({ words: { $elemMatch: { $gte: word, $lt: `${word}${LAST}` } } }), limitMs: 5_000 };
/* One index of one text each: all of it is read, for so long and no longer, and rows only where it fits. */
const INSIDE: Fit = {
  word: (word) => ({ text: { $regex: word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') } }),
  hint: INSIDE_INDEX,
  limitMs: 1_500,
};
const GROUPS: ReadonlyMap<string, ComplimentaryCategory> = new Map(COMPLIMENTARY_CATEGORIES.map((group) => [GROUP_NAMES[group], group]));
/** Shorter than this is no part of a word that anybody means. */
const SHORTEST_INSIDE = 3;
/** With more rows than this, a page is found sooner by reading the list in its order than by sorting the rows. */
const COMMON = 2_000;
/** For how long a word is taken to be as common as it was: other pages of a search come with the same words, and only their time hangs on it. */
const COMMON_KEPT_MS = 60_000;
const MAX_WORDS_KEPT = 2_000;
/** How long the list is read for rows that may all lie far off: less than sorting thousands of rows takes, many times what reading them in order does. */
const IN_ORDER_MS = 50;
/** MongoDB's code for what was cut off at its time limit. */
const TOOK_TOO_LONG = 50;

type Row = Omit<ReportRow, 'cursor'>;

export const ROW_OF_BOOKING = {
  _id: 1,
  firstname: 1,
  lastname: 1,
  email: 1,
  phoneno: 1,
  seating: 1,
  notickets: 1,
  amount: 1,
  charged: 1,
  currency: 1,
  status: 1,
  createdAt: 1,
  nameKey: 1,
  dispute: 1,
  lostMinor: 1,
} as const;
export const ROW_OF_ENTRY = {
  _id: 1,
  name: 1,
  email: 1,
  phoneno: 1,
  group: 1,
  notickets: 1,
  charged: 1,
  status: 1,
  createdAt: 1,
  nameKey: 1,
} as const;

/** A stored booking as the report's row. */
export function rowOfBooking({
  _id,
  firstname,
  lastname,
  email,
  phoneno,
  seating,
  notickets,
  amount: price,
  charged = 0,
  currency,
  status,
  createdAt,
  dispute,
  lostMinor,
}: Pick<BookingDocument, Exclude<keyof typeof ROW_OF_BOOKING, 'nameKey'>>): Row {
  return {
    id: _id,
    userbookingid: _id,
    firstname,
    lastname,
    email,
    phoneno,
    seating,
    notickets,
    amount: charged,
    price,
    currency,
    status,
    ...(dispute ? { dispute: dispute.state } : {}),
    ...(lostMinor ? { lost: lostMinor } : {}),
    created_at: { _seconds: Math.floor(createdAt.getTime() / 1_000) },
  };
}

/** A stored complimentary entry as the report's row: no money was taken. */
export function rowOfEntry({
  _id,
  name,
  email,
  phoneno,
  group,
  notickets,
  status,
  createdAt,
}: Pick<EntryDocument, '_id' | 'name' | 'email' | 'phoneno' | 'group' | 'notickets' | 'status' | 'createdAt'>): Row {
  return {
    id: _id,
    userbookingid: _id,
    firstname: name,
    lastname: '',
    email,
    phoneno,
    seating: GROUP_NAMES[group],
    notickets,
    amount: 0,
    price: 0,
    currency: 'USD',
    status,
    created_at: { _seconds: Math.floor(createdAt.getTime() / 1_000) },
  };
}

interface Sortable {
  readonly _id: string;
  readonly createdAt: Date;
  readonly nameKey?: string;
  readonly charged?: number;
}

function positionOf(document: Sortable, field: Field): ReportPosition {
  const value =
    field === 'createdAt' ? document.createdAt.getTime() : field === 'charged' ? (document.charged ?? 0) : (document.nameKey ?? '');
  return { value, id: document._id };
}

/** The order in which the server compares: numbers, and text by its bytes. */
function compare(a: ReportPosition, b: ReportPosition): number {
  const first =
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : Buffer.compare(Buffer.from(String(a.value)), Buffer.from(String(b.value)));
  return first || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Nothing for what was cut off at its time limit. @throws every other error */
function unlessTooLong(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== TOOK_TOO_LONG) throw error;
}

/** What is read of one collection for a page. */
interface List {
  readonly collection: string;
  readonly filter: object;
  /** Whether the filter leaves rows of every status and category. */
  readonly whole: boolean;
  readonly projection: object;
  readonly field: Field;
  readonly direction: 1 | -1;
  readonly question: ReportQuestion;
  readonly fit: Fit;
}

export class MongoReportRepository implements ReportRepository {
  private readonly days: MongoReportDays;
  private readonly common = new LRUCache<string, boolean>({ max: MAX_WORDS_KEPT, ttl: COMMON_KEPT_MS });

  constructor(
    private readonly connection: Connection,
    private readonly transactions: Transactions,
  ) {
    this.days = new MongoReportDays(connection);
  }

  async page(question: ReportQuestion): Promise<PlacedRow[]> {
    const ids = question.providerIds.length > 0 ? await this.paidUnder(question.providerIds) : undefined;
    const found = await this.fitting(question, ids, BEGINNING);
    if (found.length > 0 || question.words.length === 0 || question.words.some((word) => word.length < SHORTEST_INSIDE)) return found;
    // Where no word begins so, the inside of words is looked at: slower, and seldom what somebody means.
    const { after: _after, ...first } = question;
    if (question.after && (await this.fitting({ ...first, limit: 1 }, ids, BEGINNING)).length > 0) return [];
    return (await this.fitting(question, ids, INSIDE).catch(unlessTooLong)) ?? [];
  }

  private async fitting(question: ReportQuestion, ids: readonly string[] | undefined, fit: Fit): Promise<PlacedRow[]> {
    const { statuses, categories, words, sort, limit } = question;
    const direction = sort.startsWith('-') ? -1 : 1;
    const field = FIELDS[sort.replace('-', '') as keyof typeof FIELDS];
    const fits = {
      ...(ids ? { _id: { $in: ids } } : {}),
      ...(words.length > 0 ? { $and: words.map((word) => fit.word(word)) } : {}),
    };
    const seatings = SEATINGS.filter((seating) => categories.includes(seating));
    const groups = categories.map((category) => GROUPS.get(category)).filter((group) => group !== undefined);
    const ofBookings = statuses.filter((status): status is BookingStatus => (BOOKING_STATUSES as readonly string[]).includes(status));
    const ofEntries = statuses.filter((status): status is EntryStatus => !(BOOKING_STATUSES as readonly string[]).includes(status));
    const everyBooking = ofBookings.length === BOOKING_STATUSES.length && seatings.length === SEATINGS.length;
    const everyEntry = ofEntries.length === ENTRY_STATUSES.length && groups.length === COMPLIMENTARY_CATEGORIES.length;
    const list = { field, direction, question, fit } as const;
    const [bookings, entries] = await Promise.all([
      seatings.length === 0 || ofBookings.length === 0
        ? []
        : this.run<BookingDocument & Sortable>({
            ...list,
            collection: BOOKINGS_COLLECTION,
            filter: { ...(everyBooking ? {} : { status: { $in: ofBookings }, seating: { $in: seatings } }), ...fits },
            whole: everyBooking,
            projection: ROW_OF_BOOKING,
          }),
      groups.length === 0 || ofEntries.length === 0
        ? []
        : this.run<EntryDocument & Sortable>({
            ...list,
            collection: ENTRIES_COLLECTION,
            filter: { ...(everyEntry ? {} : { status: { $in: ofEntries }, group: { $in: groups } }), ...fits },
            whole: everyEntry,
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

  private async run<Document extends Sortable>(list: List): Promise<Document[]> {
    const {
      question: { words, providerIds },
      field,
      whole,
      fit,
    } = list;
    // Where an index is right whatever is asked for, the server need not try the others.
    if (fit.hint) return this.read(list, fit.hint, fit.limitMs);
    if (words.length + providerIds.length === 0) return this.read(list, orderIndex(field, whole), fit.limitMs);
    if (providerIds.length === 0 && (await this.areCommon(list.collection, words))) {
      const inOrder = await this.read<Document>(list, orderIndex(field, whole), IN_ORDER_MS).catch(unlessTooLong);
      if (inOrder) return inOrder;
    }
    return this.read(list, undefined, fit.limitMs);
  }

  private async areCommon(collection: string, words: readonly string[]): Promise<boolean> {
    return (await Promise.all(words.map((word) => this.isCommon(collection, word)))).every(Boolean);
  }

  /** Whether the word begins so in many rows. Only the index is read, and no further than that. */
  private async isCommon(collection: string, word: string): Promise<boolean> {
    const key = `${collection} ${word}`;
    const known = this.common.get(key);
    if (known !== undefined) return known;
    const further = await collectionOf(this.connection, collection)
      .find({}, { returnKey: true })
      .hint(WORDS_INDEX)
      .min({ words: word })
      .max({ words: `${word}${LAST}` })
      .skip(COMMON)
      .limit(1)
      .toArray();
    this.common.set(key, further.length > 0);
    return further.length > 0;
  }

  /* Rows with the same value as the last one, then the rest: asked apart, both are ranges of the index. */
  private async read<Document extends Sortable>(
    { collection, filter, projection, field, direction, question: { after, limit } }: List,
    index: string | undefined,
    limitMs: number,
  ): Promise<Document[]> {
    const find = (more: object, most: number) =>
      collectionOf<Document>(this.connection, collection)
        .find({ ...filter, ...more } as never, { projection, ...(index ? { hint: index } : {}) })
        .sort({ [field]: direction, _id: direction })
        .limit(most)
        .maxTimeMS(limitMs)
        .toArray() as Promise<Document[]>;
    if (!after) return find({}, limit);
    const beyond = direction === 1 ? '$gt' : '$lt';
    const value = field === 'createdAt' ? new Date(after.value) : after.value;
    const same =
      '_id' in filter
        ? { $and: [...('$and' in filter ? (filter.$and as object[]) : []), { _id: { [beyond]: after.id } }] }
        : { _id: { [beyond]: after.id } };
    const equals = await find({ [field]: value, ...same }, limit);
    return equals.length === limit ? equals : [...equals, ...(await find({ [field]: { [beyond]: value } }, limit - equals.length))];
  }

  /** Bookings whose payment the provider knows by ids that begin so. */
  private async paidUnder(providerIds: readonly string[]): Promise<string[]> {
    const found = await collectionOf<MoneyDocument>(this.connection, MONEY_COLLECTION)
      .find(
        { $and: providerIds.map((id) => ({ references: { $elemMatch: { $gte: id, $lt: `${id}${LAST}` } } })) },
        { projection: { bookingId: 1 } },
      )
      .limit(200)
      .toArray();
    return [...new Set(found.map(({ bookingId }) => bookingId))];
  }

  figures(now: Date, timeZone: string): Promise<Figures> {
    // In a transaction, so that all of it is of one moment.
    return this.transactions.run(async (transaction) => ({
      cells: [...(await this.cellsOfBookings(transaction)), ...(await this.cellsOfEntries(transaction))],
      days: await this.days.read(timeZone, transaction),
      seats: await this.seats(now, transaction),
    }));
  }

  private async cellsOfBookings(transaction: ClientSession): Promise<ReportCell[]> {
    const documents = await collectionOf<CellsDocument>(this.connection, REPORT_CELLS).find({}, { session: transaction }).toArray();
    return documents.flatMap(({ _id, statuses = {} }) =>
      BOOKING_STATUSES.flatMap((status) => {
        const cell = statuses[status];
        return cell ? [{ category: _id, status, ...cell, lostMinor: cell.lostMinor ?? 0 }] : [];
      }),
    );
  }

  private async cellsOfEntries(transaction: ClientSession): Promise<ReportCell[]> {
    const found = await collectionOf<EntryDocument>(this.connection, ENTRIES_COLLECTION)
      .aggregate<{ _id: { group: ComplimentaryCategory; status: EntryStatus }; bookings: number; tickets: number }>(
        [{ $group: { _id: { group: '$group', status: '$status' }, bookings: { $sum: 1 }, tickets: { $sum: '$notickets' } } }],
        { session: transaction },
      )
      .toArray();
    return found.map(({ _id: { group, status }, bookings, tickets }) => ({
      category: GROUP_NAMES[group],
      status,
      bookings,
      tickets,
      amountMinor: 0,
      lostMinor: 0,
    }));
  }

  private async seats(now: Date, transaction: ClientSession): Promise<Partial<Record<ReportCategory, SeatCount>>> {
    const stocks = await collectionOf<StockDocument>(this.connection, STOCK_COLLECTION).find({}, { session: transaction }).toArray();
    const allotments = await collectionOf<{ _id: ComplimentaryCategory; capacity: number; issued: number }>(
      this.connection,
      ALLOTMENTS_COLLECTION,
    )
      .find({}, { session: transaction })
      .toArray();
    return Object.fromEntries([
      ...stocks.map(({ _id, ...stock }): [Seating, SeatCount] => [
        _id,
        { sold: stock.sold, capacity: stock.capacity, held: heldTickets({ seating: _id, ...stock }, now) },
      ]),
      ...allotments.map(({ _id, capacity, issued }): [ReportCategory, SeatCount] => [
        GROUP_NAMES[_id],
        { sold: issued, capacity, held: 0 },
      ]),
    ]);
  }
}
