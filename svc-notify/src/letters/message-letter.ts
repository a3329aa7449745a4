import type { RecipientId } from '@concert/contracts/core/ids';
import type { ReaderMessage } from '@concert/contracts/booking/reader-messages';
import { DomainError } from '@concert/service-kit/process/errors';
import type { LetterSources } from './letter-sources.ts';
import { UNSUBSCRIBED, WITHDRAWN } from '../mails/mail.ts';
import { bookingIdsOf, entryIdsOf, messageFor, type MessageRun, type Recipient } from '../messages/message-run.ts';
import { dayOf, eveningDayOf } from '../messages/timed-message.ts';
import {
  LetterImpossibleError,
  leftByOnePress,
  LetterUnwantedError,
  TO_MANY,
  toHolder,
  type WriteLetter,
  type WrittenLetter,
} from './letter.ts';
import { messageMail } from './message-mail.ts';
import { ofOtherBookings } from './other-bookings.ts';
import { reminderMail } from './reminder-mail.ts';
import type { TicketPass } from './http-letter-contents.ts';
import { qrPicturesOf } from './ticket-letter.ts';

/** Writes the message of a run to one recipient. Name and address are asked for at the moment of sending. */
export function messageLetterWriter(from: LetterSources): WriteLetter {
  return async ({ wordsOf }) => {
    const recipient = await from.recipients.byId(wordsOf as RecipientId);
    const run = recipient && (await from.messageRuns.byId(recipient.runId));
    // Asked at the moment of sending, so that what waits is withdrawn too.
    if (run?.undone) throw new LetterUnwantedError(WITHDRAWN);
    const message = run && messageFor(run, recipient.readerKind);
    if (!message) throw new LetterImpossibleError('the message is gone');
    if (run.timed) {
      const held = await heldTickets(from, recipient, run);
      if (run.purpose === 'reminder') return reminder(from, message, held);
    }
    return toPerson(from, recipient, message, run);
  };
}

/** What a person of a run holds, with the address of each booking and entry. */
type Held = readonly (TicketPass & { readonly email: string })[];

/**
 * What is valid of the tickets of somebody whom a message goes to by itself, at the moment of sending: nothing that was given back, refunded or revoked.
 * @throws LetterUnwantedError where nothing is, or the evening was moved, stopped or cancelled; LetterImpossibleError for a reminder on a later day than its own
 */
async function heldTickets(
  { contents, clock }: LetterSources,
  recipient: Recipient,
  { purpose, timed, createdAt }: MessageRun,
): Promise<Held> {
  const passes = await Promise.all([
    ...bookingIdsOf(recipient).map(async (id) => {
      const booking = await contents.booking(id);
      return booking.status === 'paid' ? booking : { ...booking, tickets: [] };
    }),
    ...entryIdsOf(recipient).map(async (id) => {
      const { status, ...entry } = await contents.entry(id);
      return status === 'Revoked' ? { ...entry, tickets: [] } : entry;
    }),
  ]);
  const held = passes.filter(({ tickets }) => tickets.length > 0);
  const concert = held[0]?.concert;
  if (!concert || concert.closed || eveningDayOf(concert) !== timed?.evening) throw new LetterUnwantedError(WITHDRAWN);
  const isLater = dayOf(clock.now(), concert.timeZone) > dayOf(createdAt, concert.timeZone);
  if (purpose === 'reminder' && isLater) throw new LetterImpossibleError('the day of this reminder has passed');
  return held;
}

function reminder({ drawQr }: LetterSources, message: ReaderMessage, passes: Held): WrittenLetter {
  const { name, concert } = passes[0]!;
  return {
    ...toHolder(passes[0]!, reminderMail(message, { name, concert, passes })),
    pictures: passes.flatMap((pass, at) => qrPicturesOf(pass, drawQr, at)),
    headers: TO_MANY,
  };
}

async function toPerson(
  { people, publicOrigin }: LetterSources,
  recipient: Recipient,
  message: ReaderMessage,
  run: MessageRun,
): Promise<WrittenLetter> {
  const { purpose } = run;
  // Only the news of the new date brings choice links, one for each booking of the reader.
  const [first, ...others] = purpose === 'new-date' ? recipient.people : recipient.people.slice(0, 1);
  const asked = recipient.readerKind === 'next date' ? people.show(first!).catch(asLeft) : people.show(first!);
  const [reader, ...rest] = await Promise.all([asked, ...others.map((of) => people.show(of))]);
  const { name, concert, bookings, leaveUrl: leave } = reader;
  const choices = purpose === 'new-date' ? [reader, ...rest].flatMap(({ choice }) => choice ?? []) : [];
  const besides = ofOtherBookings(run, bookings);
  const words = messageMail(message, { name, concert, choices, besides, leave }, `${publicOrigin}/`);
  return {
    ...toHolder(reader, words),
    headers: {
      ...TO_MANY,
      ...(leave === undefined ? {} : { 'List-Id': `<next-date.${new URL(publicOrigin).hostname}>`, ...leftByOnePress(leave) }),
    },
  };
}

/** @throws LetterUnwantedError where somebody left the list for the next date a moment ago */
function asLeft(error: unknown): never {
  throw error instanceof DomainError && error.code === 'booking.not_found' ? new LetterUnwantedError(UNSUBSCRIBED) : error;
}
