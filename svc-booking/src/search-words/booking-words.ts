import { MAX_WORD_LENGTH, nameWords, normalizeForSearch, wordsOf } from '@concert/contracts/core/search-words';

/** Fields by which a booking or complimentary entry is found. */
export interface SearchableFields {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phoneno: string;
  readonly ticketIds: readonly string[];
  /** Words for its state that somebody may search for. */
  readonly marks?: readonly string[];
}

/** Name of the index of these words, by which the door finds tickets. */
export const WORDS_INDEX = 'words';

/** Search word for bookings with a dispute that is open or lost. */
export const DISPUTED = 'disputed';

/** Search word for bookings whose tickets were replaced. */
export const RENEWED = 'renewed';

const DIGITS = /[^0-9]+/g;
/** Ticket code as in the QR code: the third part is the ticket's id. */
const TICKET_CODE = /^t1\.[0-9a-f]*\.([0-9a-z]+)/;
/** The link of a ticket page contains its booking's id. */
const LINK = /[?&]ref=((?:bk|cp)_[0-9a-z]+)/;
/** Prefixes of the provider's ids (sessions, payments, charges, refunds, disputes), and of our ids of refunds. */
const PROVIDER_ID = /^(cs|pi|ch|py|re|pyr|rf|du|dp)_/;

/** The word that an id is found by, besides itself: without its prefix. */
export const idWithoutPrefix = (id: string): string => id.slice(id.indexOf('_') + 1);

/** For an address at `mail.example.com`: `mail.example.com` and `example.com`. */
function hosts(address: string): string[] {
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Words a search term may be a prefix of: of name and address, the phone from three positions on, ids with and without prefix. */
export function findableWords({ id, name, email, phoneno, ticketIds, marks = [] }: SearchableFields): string[] {
  const digits = phoneno.replace(DIGITS, '');
  const address = normalizeForSearch(email).slice(0, MAX_WORD_LENGTH);
  return [
    ...new Set([
      ...nameWords(name),
      address,
      ...wordsOf(address.replace(/[@._+-]+/g, ' ')),
      ...hosts(address),
      ...[digits, digits.slice(-7), digits.slice(-4)].filter((part) => part.length >= 4),
      id,
      idWithoutPrefix(id),
      ...ticketIds.map(idWithoutPrefix),
      ...marks,
    ]),
  ].filter(Boolean);
}

/** Sort key of names. */
export function nameSortKey(name: string): string {
  return normalizeForSearch(name).trim().slice(0, MAX_WORD_LENGTH);
}

/** A parsed search: prefixes that all have to match, and ids of the payment provider. */
export interface SearchTerms {
  readonly words: readonly string[];
  readonly providerIds: readonly string[];
}

/** Parses a search. A pasted ticket code, ticket link or phone number is one term, however it is written. */
export function searchTermsOf(search: string): SearchTerms {
  const linked = LINK.exec(search)?.[1];
  if (linked) return { words: [linked], providerIds: [] };
  const typed = normalizeForSearch(search);
  if (/^[\s()+.•-]*[0-9][0-9\s()+.•-]*$/.test(typed)) {
    const digits = typed.replace(DIGITS, '');
    return {
      words: [digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits.slice(0, MAX_WORD_LENGTH)],
      providerIds: [],
    };
  }
  const terms = wordsOf(search)
    .map((word) => TICKET_CODE.exec(word)?.[1] ?? (word.startsWith('tk_') ? idWithoutPrefix(word) : word))
    .filter(Boolean);
  return {
    words: [...new Set(terms.filter((term) => !PROVIDER_ID.test(term)))],
    providerIds: [...new Set(terms.filter((term) => PROVIDER_ID.test(term)))],
  };
}
