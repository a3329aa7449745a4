import { collectionOf, type Connection } from '@concert/service-kit/store/mongo';
import { endOfPrefix } from '@concert/service-kit/store/search-words';
import { LRUCache } from 'lru-cache';
import { WORDS_INDEX } from './mongo-report-indexes.ts';

/** With more matching rows than this, reading the list in its order is faster than sorting the matches. */
const COMMON = 2_000;
/** How long the answer for a word is cached: other pages of a search repeat its words. An outdated answer only costs time. */
const COMMON_KEPT_MS = 60_000;
const MAX_WORDS_KEPT = 2_000;

/** Decides whether a word occurs in many rows, and caches the answer. */
export class MongoCommonWords {
  private readonly common = new LRUCache<string, boolean>({ max: MAX_WORDS_KEPT, ttl: COMMON_KEPT_MS });

  constructor(private readonly connection: Connection) {}

  /** Whether each of these prefixes matches many rows of the collection. */
  async areCommon(collection: string, words: readonly string[]): Promise<boolean> {
    return (await Promise.all(words.map((word) => this.isCommon(collection, word)))).every(Boolean);
  }

  /** Whether the prefix matches many rows. Reads only the index, and stops at that number. */
  private async isCommon(collection: string, word: string): Promise<boolean> {
    const key = `${collection} ${word}`;
    const known = this.common.get(key);
    if (known !== undefined) return known;
    const further = await collectionOf(this.connection, collection)
      .find({}, { returnKey: true })
      .hint(WORDS_INDEX)
      .min({ words: word })
      .max({ words: endOfPrefix(word) })
      .skip(COMMON)
      .limit(1)
      .toArray();
    this.common.set(key, further.length > 0);
    return further.length > 0;
  }
}
