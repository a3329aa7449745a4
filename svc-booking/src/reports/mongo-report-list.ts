import { collectionOf, type Connection } from '@concert/service-kit/store/mongo';
import { containsText, anyWordStartsWith } from '@concert/service-kit/store/search-words';
import { MongoCommonWords } from './mongo-common-words.ts';
import { SUBSTRING_INDEX, orderIndex, WORDS_INDEX, type SortField } from './mongo-report-indexes.ts';
import type { ReportQuestion } from './mongo-report.ts';

/** How words are matched: the condition, the index and the time limit. */
export interface WordMatch {
  readonly word: (word: string) => object;
  readonly hint?: string;
  readonly limitMs: number;
}
export const PREFIX_MATCH: WordMatch = { word: (word) => ({ words: anyWordStartsWith(word) }), limitMs: 5_000 };
/* One index key per row. Those of the requested statuses and categories are read, within the time limit; rows only where the text matches. */
export const SUBSTRING_MATCH: WordMatch = {
  word: (word) => ({ text: containsText(word) }),
  hint: SUBSTRING_INDEX,
  limitMs: 1_500,
};
/**
 * How long the list is read in order when the matches may all be far down: less time than sorting thousands of rows, and
 * many times what reading nearby matches needs.
 */
const IN_ORDER_MS = 50;
/** MongoDB's error code for a query that exceeded its time limit. */
const TOOK_TOO_LONG = 50;

/** Fields that rows can be sorted by. */
export interface Sortable {
  readonly _id: string;
  readonly createdAt: Date;
  readonly nameKey?: string;
  readonly charged?: number;
}

/** Returns undefined for a query that exceeded its time limit. @throws every other error */
export function undefinedIfTimedOut(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== TOOK_TOO_LONG) throw error;
}

/** A query of one collection for a page. */
export interface PageQuery {
  readonly collection: string;
  /** Names the statuses and categories even where all are requested: the indexes begin with them. */
  readonly filter: object;
  readonly projection: object;
  readonly field: SortField;
  readonly direction: 1 | -1;
  readonly question: ReportQuestion;
  readonly fit: WordMatch;
}

/** Reads one collection for a page, by the fastest plan. */
export class MongoReportList {
  private readonly commonWords: MongoCommonWords;

  constructor(private readonly connection: Connection) {
    this.commonWords = new MongoCommonWords(connection);
  }

  /** The rows of a page, in its order. @throws the driver's error when a time limit is exceeded */
  async rows<Document extends Sortable>(list: PageQuery): Promise<Document[]> {
    const {
      question: { words, providerIds },
      field,
      fit,
    } = list;
    // Where the index is known, a hint saves the server the choice.
    if (fit.hint) return this.read(list, fit.hint, fit.limitMs);
    if (words.length + providerIds.length === 0) return this.read(list, orderIndex(field), fit.limitMs);
    if (providerIds.length === 0 && (await this.commonWords.areCommon(list.collection, words))) {
      const inOrder = await this.read<Document>(list, orderIndex(field), IN_ORDER_MS).catch(undefinedIfTimedOut);
      if (inOrder) return inOrder;
    }
    return this.read(list, providerIds.length === 0 ? WORDS_INDEX : undefined, fit.limitMs);
  }

  /* First the rest of the rows with the last row's value, then later values: as separate queries, each is one range of the index. */
  private async read<Document extends Sortable>(
    { collection, filter, projection, field, direction, question: { after, limit } }: PageQuery,
    index: string | undefined,
    limitMs: number,
  ): Promise<Document[]> {
    const find = (more: object, order: Record<string, 1 | -1>, most: number) =>
      collectionOf<Document>(this.connection, collection)
        .find({ ...filter, ...more } as never, { projection, ...(index ? { hint: index } : {}) })
        .sort(order)
        .limit(most)
        .maxTimeMS(limitMs)
        .toArray() as Promise<Document[]>;
    const inOrder = { [field]: direction, _id: direction } as const;
    if (!after) return find({}, inOrder, limit);
    const beyond = direction === 1 ? '$gt' : '$lt';
    const value = field === 'createdAt' ? new Date(after.value) : after.value;
    const same =
      '_id' in filter
        ? { $and: [...('$and' in filter ? (filter.$and as object[]) : []), { _id: { [beyond]: after.id } }] }
        : { _id: { [beyond]: after.id } };
    // Ordered by the id alone: with the field in the order, the server sorts all rows of this value instead of merging the ranges.
    const equals = await find({ [field]: value, ...same }, { _id: direction }, limit);
    if (equals.length === limit) return equals;
    return [...equals, ...(await find({ [field]: { [beyond]: value } }, inOrder, limit - equals.length))];
  }
}
