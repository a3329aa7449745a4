/* MongoDB's conditions on the words of `@concert/contracts/core/search-words`. */

/** Sorts after every text that begins with the prefix: the upper bound of a range. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

/** MongoDB's condition on a list of words: one of them begins with the prefix. Both bounds have to hold for one and the same word. */
export function anyWordStartsWith(prefix: string): { $elemMatch: { $gte: string; $lt: string } } {
  return { $elemMatch: { $gte: prefix, $lt: endOfPrefix(prefix) } };
}

/** MongoDB's condition on a text, or a list of texts: one of them contains the word. */
export function containsText(word: string): { $regex: string } {
  return { $regex: word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') };
}
