import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { formatMoney } from '@concert/contracts/core/money';
import { moneyBackInWords } from '@concert/contracts/payment/money-back';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { refundPath, amountOf, giftMinorOf, isAllGiven } from '../booking-display/booking-display.ts';

const words = texts.refund;

/** The words about what of a booking was given back, or to the welfare work. */
const returnWords = {
  title: 'Returned',
  giftTitle: 'Your gift',
  tickets: (numbers: readonly number[]) =>
    numbers.length === 1
      ? `Ticket ${numbers[0]} was returned and is no longer valid.`
      : `Tickets ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} were returned and are no longer valid.`,
  started: (amount: string) => moneyBackInWords('requested', amount),
  issued: (amount: string) => moneyBackInWords('succeeded', amount),
  failed: (amount: string) => moneyBackInWords('failed', amount),
  given: (amount: string) => `${amount} was given to the welfare work. Thank you.`,
  write: 'If you have questions, send us your booking id:',
} as const;

interface ReturnedProps {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  /** Whether it is the reader's own. */
  own: boolean;
}

/** What of a booking was given back while the rest stands: which tickets, how much money, and how far it is. A gift stays when the rest ends. */
export function PartialReturns({ booking, concert, own }: ReturnedProps) {
  const returned = (booking.returned ?? []).filter(({ state }) => state === 'given' || booking.status === 'paid');
  if (returned.length === 0) return null;
  const failed = returned.some(({ state }) => state === 'failed');
  return (
    <Notice
      tone={failed ? 'bad' : 'info'}
      title={returned.every(({ state, tickets }) => state === 'given' && tickets.length === 0) ? returnWords.giftTitle : returnWords.title}
      titleAs="h2"
      live="polite"
      action={
        own &&
        returned.some(({ state }) => state !== 'given') && <LinkButton to={refundPath(booking)} variant="secondary" text={words.more} />
      }
    >
      {returned.map(({ tickets, amount, state }, index) => (
        // They are only ever added at the end.
        <p key={index}>
          {tickets.length > 0 && `${returnWords.tickets(tickets)} `}
          {returnWords[state](formatMoney(amount))}
        </p>
      ))}
      {failed && concert && (
        <p>
          {returnWords.write} <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>
        </p>
      )}
    </Notice>
  );
}

/** The state of a refund. Links lead here by `#refund`; its buyer has a page with all details. */
export function RefundState({ booking, concert, own }: ReturnedProps) {
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const { status } = booking;
  const wanted = hash === '#refund';

  useEffect(() => {
    if (!wanted) return;
    place.current?.scrollIntoView?.({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, [wanted]);

  if (
    status !== 'late_paid' &&
    status !== 'refund_requested' &&
    status !== 'refunded' &&
    status !== 'refund_failed' &&
    status !== 'charged_back'
  )
    return null;
  if (isAllGiven(booking)) return null;
  const tone = status === 'refunded' ? 'good' : status === 'refund_failed' ? 'bad' : 'info';
  return (
    <div id="refund" ref={place} tabIndex={-1}>
      <Notice
        tone={tone}
        title={words.title}
        titleAs="h2"
        live="polite"
        action={own && status !== 'charged_back' && <LinkButton to={refundPath(booking)} variant="secondary" text={words.more} />}
      >
        <p>
          {words[status](amountOf({ ...booking, amount: booking.amount - giftMinorOf(booking) }))}
          {status === 'refund_failed' && concert && (
            <>
              {' '}
              <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>
            </>
          )}
        </p>
      </Notice>
    </div>
  );
}
