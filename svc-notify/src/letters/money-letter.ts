import { TOLD_WITH_OTHERS } from '../mails/mail.ts';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import { TOLD_OF_STOP } from '../messages/message-run.ts';
import { LetterImpossibleError, LetterUnwantedError, toHolder, type WriteLetter } from './letter.ts';
import type { HttpRefundMails } from './http-refund-mails.ts';
import type { HttpTicketBookings } from './http-ticket-bookings.ts';
import { endedMail, giftReceiptMail, notTakenMail, refundMail, type RefundMailKind } from './money-mail.ts';
import { endedBeside, endedUnpaid } from './other-bookings.ts';

const ENDED: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled']);

/** What those mails are written from. */
export interface NotTakenLetters {
  readonly bookings: Pick<HttpTicketBookings, 'booking'>;
  readonly people: Pick<HttpAudiencePeople, 'show'>;
  readonly publicOrigin: string;
}

/** Writes the mails for bookings that were not paid, and for those that a cancelled concert ended. */
export function notTakenLetterWriter({ bookings, people, publicOrigin }: NotTakenLetters): WriteLetter {
  return async ({ wordsOf }) => {
    const booking = await bookings.booking(wordsOf);
    const cancelled = booking.concert.closed === 'cancelled';
    // The money may have arrived late; then other mails say what becomes of it.
    if (!ENDED.has(booking.status) || (booking.status === 'cancelled' && !cancelled)) throw new LetterUnwantedError('the booking went on');
    const tickets = booking.tickets.length || undefined;
    if (!cancelled) return toHolder(booking, notTakenMail(booking, tickets, publicOrigin));
    const all = (await people.show(wordsOf)).bookings;
    if (all.some(({ status }) => TOLD_OF_STOP.has(status))) throw new LetterUnwantedError(TOLD_WITH_OTHERS);
    const own = all.find(({ id }) => id === wordsOf);
    const others = all.filter((one) => one !== own);
    const ended = [...others.filter(({ status }) => status === 'pending'), ...endedUnpaid(others, own ? new Date(own.since) : new Date(0))];
    return toHolder(booking, endedMail(booking, tickets, publicOrigin, endedBeside(ended)));
  };
}

/** Writes the mails about money that goes back. */
export function refundLetterWriter(kind: RefundMailKind, refunds: Pick<HttpRefundMails, 'show'>): WriteLetter {
  return async ({ wordsOf }) => {
    const refund = await refunds.show(wordsOf);
    if ([refund, ...refund.others].some(({ refundUrl }) => !/^https?:\/\//.test(refundUrl)))
      throw new LetterImpossibleError('the link of the refund is not one');
    if (refund.state === 'failed' && (kind === 'refund-started' || kind === 'refund-issued'))
      throw new LetterUnwantedError('the refund has failed meanwhile');
    return toHolder(refund, refundMail(kind, refund));
  };
}

/** Writes the receipts for gifts. */
export function giftReceiptWriter(refunds: Pick<HttpRefundMails, 'show'>, welfareUrl: string): WriteLetter {
  return async ({ wordsOf }) => {
    const gift = await refunds.show(wordsOf);
    return toHolder(gift, giftReceiptMail(gift, welfareUrl));
  };
}
