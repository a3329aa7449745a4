/** How much of one word is kept and asked for. */
const WORD_LENGTH = 64;
const MAX_WORDS = 12;

/** Letters as they are compared: no case, no accents, no width. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[\s,;]+/u)
    .filter(Boolean)
    .map((word) => word.slice(0, WORD_LENGTH));
}

/** What an account is found by: its address, and each word of its name. */
export function searchWords(emailKey: string, name: string): string[] {
  return [...new Set([plain(emailKey).slice(0, WORD_LENGTH), ...wordsOf(name).slice(0, MAX_WORDS)])];
}

/** What a person looks for: each of these has to be the beginning of one of the words. */
export function searchTerms(search: string): string[] {
  return [...new Set(wordsOf(search))].slice(0, MAX_WORDS);
}
