import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import { LRUCache } from 'lru-cache';
import { LAST, WORDS_INDEX } from './mongo-report-indexes.ts';

/** With more rows than this, a page is found sooner by reading the list in its order than by sorting the rows. */
const COMMON = 2_000;
/** For how long a word is taken to be as common as it was: other pages of a search come with the same words, and only their time hangs on it. */
const COMMON_KEPT_MS = 60_000;
const MAX_WORDS_KEPT = 2_000;

/** Tells words that many rows are found by from the others, and remembers what it told. */
export class MongoCommonWords {
  private readonly common = new LRUCache<string, boolean>({ max: MAX_WORDS_KEPT, ttl: COMMON_KEPT_MS });

  constructor(private readonly connection: Connection) {}

  /** Whether each of the words begins so in many rows of the collection. */
  async areCommon(collection: string, words: readonly string[]): Promise<boolean> {
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
}
