import { MAX_WORD_LENGTH, nameWords, normalizeForSearch } from '@concert/contracts/core/search-words';

/** What an account is found by: its address, and each word of its name. */
export function searchWords(emailKey: string, name: string): string[] {
  return [...new Set([normalizeForSearch(emailKey).slice(0, MAX_WORD_LENGTH), ...nameWords(name)])];
}
