import { MAX_WORD_LENGTH, plain, wordsOf } from '@concert/service-kit/search-words';

/** What a booking or complimentary entry is found by. */
export interface Findable {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phoneno: string;
  readonly ticketIds: readonly string[];
  /** Words of its state that somebody may look for. */
  readonly marks?: readonly string[];
}

const DIGITS = /[^0-9]+/g;
/** Ticket code as a QR code says it: the third part names the ticket. */
const TICKET_CODE = /^t1\.[0-9a-f]*\.([0-9a-z]+)/;
/** The link of a ticket page names its booking. */
const LINK = /[?&]ref=((?:bk|cp)_[0-9a-z]+)/;
/** What the payment provider calls sessions, payments, charges, refunds and disputes, and what we call refunds. */
const PROVIDER_ID = /^(cs|pi|ch|py|re|pyr|rf|du|dp)_/;

const MAX_TEXT_LENGTH = 500;

const tail = (id: string) => id.slice(id.indexOf('_') + 1);

/** `mail.example.com` and `example.com`. */
function hosts(address: string): string[] {
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Words of which a search is the beginning: each word of the name and of the address, the phone number from three places on, ids whole and without their prefix. */
export function findableWords({ id, name, email, phoneno, ticketIds, marks = [] }: Findable): string[] {
  const digits = phoneno.replace(DIGITS, '');
  const address = plain(email).slice(0, MAX_WORD_LENGTH);
  return [
    ...new Set([
      ...wordsOf(name),
      ...wordsOf(name.replace(/[-'’.]/g, ' ')),
      address,
      ...wordsOf(address.replace(/[@._+-]+/g, ' ')),
      ...hosts(address),
      ...[digits, digits.slice(-7), digits.slice(-4)].filter((part) => part.length >= 4),
      id,
      tail(id),
      ...ticketIds.map(tail),
      ...marks,
    ]),
  ].filter(Boolean);
}

/** The same as one text, for parts that no word begins with. */
export function findableText({ id, name, email, phoneno, ticketIds }: Findable): string {
  return [plain(name), plain(email), phoneno.replace(DIGITS, ''), tail(id), ...ticketIds.map(tail)].join(' ').slice(0, MAX_TEXT_LENGTH);
}

/** By what names are put in order. */
export function nameKey(name: string): string {
  return plain(name).trim().slice(0, MAX_WORD_LENGTH);
}

/** A search as it is asked: beginnings of words that all have to be there, and ids of the payment provider. */
export interface SearchTerms {
  readonly words: readonly string[];
  readonly providerIds: readonly string[];
}

/** What somebody looks for. A pasted ticket code, ticket link or phone number is one thing, however it is written. */
export function searchTermsOf(search: string): SearchTerms {
  const linked = LINK.exec(search)?.[1];
  if (linked) return { words: [linked], providerIds: [] };
  if (/^[\s()+.•-]*[0-9][0-9\s()+.•-]*$/.test(search)) {
    const digits = search.replace(DIGITS, '');
    return {
      words: [digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits.slice(0, MAX_WORD_LENGTH)],
      providerIds: [],
    };
  }
  const terms = wordsOf(search)
    .map((word) => TICKET_CODE.exec(word)?.[1] ?? (word.startsWith('tk_') ? tail(word) : word))
    .filter(Boolean);
  return {
    words: [...new Set(terms.filter((term) => !PROVIDER_ID.test(term)))],
    providerIds: [...new Set(terms.filter((term) => PROVIDER_ID.test(term)))],
  };
}
