import { z } from 'zod';

/**
 * Ids are branded strings with a prefix that names their kind. The tail is in Crockford's base 32 (lower case, no i l o u), so an id
 * survives being read aloud. It has 130 random bits, so it cannot be guessed.
 */
const ID_TAIL = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** The tail of a ticket's id, which people type by hand: 100 random bits. */
export const TICKET_ID_TAIL = /^[0-9a-hjkmnp-tv-z]{20}$/;

const TAIL_LENGTH = 26;
const TICKET_TAIL_LENGTH = 20;
/** Random bytes that an id is made from. */
export const ID_BYTES = 17;

/** Prefix of each kind of id that crosses a room's wall. */
export const ID_PREFIXES = {
  booking: 'bk',
  ticket: 'tk',
  user: 'us',
  session: 'se',
  passkey: 'pk',
  approval: 'ap',
  mail: 'ml',
  refund: 'rf',
  run: 'rn',
  complimentary: 'cp',
  invitation: 'iv',
  contact: 'ct',
  waiting: 'wt',
  messageRun: 'mr',
  recipient: 'rc',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** An id of one kind, for example `Id<'booking'>` = `bk_…`. Made only by parsing with {@link idSchema} or by {@link idFromBytes}. */
export type Id<K extends IdKind> = string & { readonly __id: K };

export type BookingId = Id<'booking'>;
export type TicketId = Id<'ticket'>;
export type UserId = Id<'user'>;
export type SessionId = Id<'session'>;
export type PasskeyId = Id<'passkey'>;
export type ApprovalId = Id<'approval'>;
export type MailId = Id<'mail'>;
export type RefundId = Id<'refund'>;
export type WaitingId = Id<'waiting'>;
export type RunId = Id<'run'>;
export type MessageRunId = Id<'messageRun'>;
export type RecipientId = Id<'recipient'>;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

function newIdSchema<K extends IdKind>(kind: K) {
  const prefix = `${ID_PREFIXES[kind]}_`;
  const tail = kind === 'ticket' ? TICKET_ID_TAIL : ID_TAIL;
  return z
    .string()
    .refine((value) => value.startsWith(prefix) && tail.test(value.slice(prefix.length)), {
      error: 'is not a valid reference',
    })
    .transform((value) => value as Id<K>);
}

const idSchemas = new Map<IdKind, unknown>();

/** The Zod schema of one kind of id, made once. Anything else is refused with the text 'is not a valid reference'. */
export function idSchema<K extends IdKind>(kind: K): ReturnType<typeof newIdSchema<K>> {
  if (!idSchemas.has(kind)) idSchemas.set(kind, newIdSchema(kind));
  return idSchemas.get(kind) as ReturnType<typeof newIdSchema<K>>;
}

/**
 * Builds an id from random bytes. The caller brings the randomness, so that domain code stays pure. Ids of tickets are typed by hand and
 * stay short.
 * @param bytes at least {@link ID_BYTES}
 * @throws RangeError when fewer bytes are given
 */
export function idFromBytes<K extends IdKind>(kind: K, bytes: Uint8Array): Id<K> {
  if (bytes.length < ID_BYTES) throw new RangeError(`an id needs at least ${ID_BYTES} random bytes`);
  return `${ID_PREFIXES[kind]}_${randomTail(bytes, kind === 'ticket' ? TICKET_TAIL_LENGTH : TAIL_LENGTH)}` as Id<K>;
}

function randomTail(bytes: Uint8Array, length: number): string {
  let bits = 0;
  let width = 0;
  let tail = '';
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    width += 8;
    while (width >= 5 && tail.length < length) {
      width -= 5;
      tail += ALPHABET[(bits >> width) & 31];
    }
    bits &= (1 << width) - 1;
    if (tail.length === length) break;
  }
  return tail;
}
