import { briefConcertDay } from '@concert/contracts/booking/concert-date';
import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { Card } from '@concert/design-system/card.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { texts } from '../../texts.ts';
import { GiveBack } from '../give-back/give-back.tsx';
import { HoldTime } from '../hold/hold-time.tsx';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';
import { amountOf, detailsPath, isAllGiven, isReturning, receiptPath, refundPath } from '../booking-display/booking-display.ts';
import { BookingStatusBadge } from '../booking-display/booking-status.tsx';
import { receiptWords } from '../receipt/words.ts';
import { SendBack } from '../second-purchase/send-back.tsx';

const words = texts.bookings;

export interface BookingsListProps {
  bookings: readonly BookingView[];
  /** Null while it cannot be read. */
  concert: ConcertView | null | undefined;
  /** Reads the bookings again and polls until they have settled. */
  onChanged: () => void;
  leave?: ((href: string) => void) | undefined;
}

/** What can be used comes first, then what can still be paid. */
const FIRST: readonly BookingStatus[] = ['pending', 'paid'];

/** The bookings of one person, with what can be done about each. */
export function BookingsList({ bookings, ...rest }: BookingsListProps) {
  const sorted = [...bookings].sort((one, other) => FIRST.indexOf(other.status) - FIRST.indexOf(one.status));
  return (
    <ul className="plain-list stack-16" aria-label={words.caption}>
      {sorted.map((booking) => (
        <Booking key={booking.id} booking={booking} {...rest} />
      ))}
    </ul>
  );
}

function Booking({ booking, concert, onChanged, leave }: Omit<BookingsListProps, 'bookings'> & { booking: BookingView }) {
  const { id, status, holdEndsAt, returnableUntil, giveBack } = booking;
  const timeZone = concert?.timeZone ?? 'UTC';
  const payable = !concert || concert.state === 'open';
  const isGood = status === 'paid' && Boolean(booking.tickets?.length) && concert?.state !== 'cancelled';
  const facts = [...(concert ? [briefConcertDay(concert)] : []), SEATING_RULES[booking.seating].label, texts.tickets(booking.notickets)];
  return (
    <Card as="li" title={facts.join(' · ')}>
      <p className="row-8-16">
        <BookingStatusBadge status={status} />
        {amountOf(booking)}
        <span className="quiet small">{recentInWords(new Date(booking.created_at._seconds * 1000), timeZone)}</span>
        <code className="quiet small anywhere" translate="no">
          {id}
        </code>
      </p>
      {status === 'pending' && holdEndsAt && (
        <HoldTime booking={{ ...booking, holdEndsAt }} payable={payable} onEnd={onChanged} onProlonged={onChanged} />
      )}
      <div className="row-8-16">
        {status === 'pending' && <PayOrGiveUp booking={booking} payable={payable} onChanged={onChanged} leave={leave} />}
        <LinkButton
          variant={isGood ? 'primary' : 'plain'}
          to={detailsPath(booking)}
          aria-label={words.openOf(isGood, id)}
          text={isGood ? words.codes : words.open}
        />
        {isReturning(status) && status !== 'charged_back' && !isAllGiven(booking) && (
          <LinkButton variant="plain" to={refundPath(booking)} aria-label={texts.refund.linkOf(id)} text={texts.refund.link} />
        )}
        {(status === 'paid' || isReturning(status)) && (
          <LinkButton variant="plain" to={receiptPath(booking)} aria-label={receiptWords.linkOf(id)} text={receiptWords.link} />
        )}
        {status === 'paid' && returnableUntil && (
          <SendBack booking={booking} until={returnableUntil} timeZone={timeZone} onChanged={onChanged} />
        )}
      </div>
      {isGood && (giveBack?.returning.length || !giveBack?.refused) && <GiveBack booking={booking} onChanged={onChanged} />}
    </Card>
  );
}
