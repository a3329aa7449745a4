import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import { oneBeginsWith } from '@concert/service-kit/search-words';
import { MongoCommonWords } from './mongo-common-words.ts';
import { INSIDE_INDEX, orderIndex, type Field } from './mongo-report-indexes.ts';
import type { ReportQuestion } from './report.repository.ts';

/** How words are matched: the condition, the index and the time limit. */
export interface Fit {
  readonly word: (word: string) => object;
  readonly hint?: string;
  readonly limitMs: number;
}
export const BEGINNING: Fit = { word: (word) => ({ words: oneBeginsWith(word) }), limitMs: 5_000 };
/* One index key per text. The whole index is read, within the time limit; rows are read only where it matches. */
export const INSIDE: Fit = {
  word: (word) => ({ text: { $regex: word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') } }),
  hint: INSIDE_INDEX,
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
export function unlessTooLong(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== TOOK_TOO_LONG) throw error;
}

/** A query of one collection for a page. */
export interface List {
  readonly collection: string;
  readonly filter: object;
  /** Whether the filter allows every status and category. */
  readonly whole: boolean;
  readonly projection: object;
  readonly field: Field;
  readonly direction: 1 | -1;
  readonly question: ReportQuestion;
  readonly fit: Fit;
}

/** Reads one collection for a page, by the fastest plan. */
export class MongoReportList {
  private readonly commonWords: MongoCommonWords;

  constructor(private readonly connection: Connection) {
    this.commonWords = new MongoCommonWords(connection);
  }

  /** The rows of a page, in its order. @throws the driver's error when a time limit is exceeded */
  async rows<Document extends Sortable>(list: List): Promise<Document[]> {
    const {
      question: { words, providerIds },
      field,
      whole,
      fit,
    } = list;
    // Where the index is known, a hint saves the server the choice.
    if (fit.hint) return this.read(list, fit.hint, fit.limitMs);
    if (words.length + providerIds.length === 0) return this.read(list, orderIndex(field, whole), fit.limitMs);
    if (providerIds.length === 0 && (await this.commonWords.areCommon(list.collection, words))) {
      const inOrder = await this.read<Document>(list, orderIndex(field, whole), IN_ORDER_MS).catch(unlessTooLong);
      if (inOrder) return inOrder;
    }
    return this.read(list, undefined, fit.limitMs);
  }

  /* First the rest of the rows with the last row's value, then later values: as separate queries, each is one range of the index. */
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
}
