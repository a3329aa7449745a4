import type { BookingView } from '@concert/contracts/booking/http';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { DataTable } from '@concert/design-system/data-table.tsx';
import { Link } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { HoldTime } from '../hold/hold-time.tsx';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';
import { amountOf, detailsPath, isAllGiven, isReturning, refundPath } from '../booking-display/booking-display.ts';
import { BookingStatusBadge } from '../booking-display/booking-status.tsx';
import styles from './bookings-list.module.css';
import { SendBack } from '../second-purchase/send-back.tsx';

const columns = texts.bookings.columns;

export interface BookingsListProps {
  bookings: readonly BookingView[];
  timeZone: string;
  /** Whether payments are taken now. */
  payable: boolean;
  /** Reads the bookings again and polls until they have settled. */
  onChanged: () => void;
  leave?: ((href: string) => void) | undefined;
}

/** The bookings of one person, with what can be done about each. */
export function BookingsList({ bookings, timeZone, payable, onChanged, leave }: BookingsListProps) {
  return (
    <DataTable
      caption={texts.bookings.caption}
      captionHidden
      rows={bookings}
      rowKey={(booking) => booking.id}
      columns={[
        { key: 'id', header: columns.bookingId, cell: (booking) => <code translate="no">{booking.id}</code>, primary: true },
        { key: 'seating', header: columns.seating, cell: (booking) => booking.seating },
        { key: 'tickets', header: columns.tickets, cell: (booking) => booking.notickets, numeric: true },
        {
          key: 'amount',
          header: columns.amount,
          cell: (booking) => <span className="one-line">{amountOf(booking)}</span>,
          numeric: true,
        },
        { key: 'at', header: columns.at, cell: (booking) => recentInWords(new Date(booking.created_at._seconds * 1000), timeZone) },
        { key: 'status', header: columns.status, cell: (booking) => <Status booking={booking} payable={payable} onChanged={onChanged} /> },
        {
          key: 'details',
          header: columns.details,
          cell: (booking) => (
            <span className={styles.acts}>
              {booking.status === 'pending' && <PayOrGiveUp booking={booking} payable={payable} onChanged={onChanged} leave={leave} />}
              {booking.status === 'paid' && booking.returnableUntil && (
                <SendBack booking={booking} until={booking.returnableUntil} timeZone={timeZone} onChanged={onChanged} />
              )}
              <Link className="row-target strong one-line" to={detailsPath(booking)} aria-label={texts.bookings.openOf(booking.id)}>
                {texts.bookings.open}
              </Link>
              {isReturning(booking.status) && booking.status !== 'charged_back' && !isAllGiven(booking) && (
                <Link className="row-target strong one-line" to={refundPath(booking)} aria-label={texts.refund.linkOf(booking.id)}>
                  {texts.refund.link}
                </Link>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

function Status({ booking, payable, onChanged }: { booking: BookingView; payable: boolean; onChanged: () => void }) {
  return (
    <span className={styles.status}>
      <BookingStatusBadge status={booking.status} />
      {booking.status === 'pending' && booking.holdEndsAt && (
        <HoldTime booking={{ ...booking, holdEndsAt: booking.holdEndsAt }} payable={payable} onEnd={onChanged} onProlonged={onChanged} />
      )}
    </span>
  );
}
