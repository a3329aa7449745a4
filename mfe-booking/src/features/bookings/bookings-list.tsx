import type { BookingView } from '@concert/contracts/booking/http';
import { DataTable } from '@concert/design-system/data-table.tsx';
import { Link } from 'react-router-dom';
import { stamp } from '../../dates.ts';
import { texts } from '../../texts.ts';
import { amountOf, detailsPath } from '../tickets/booking-facts.ts';
import { BookingStatusBadge } from '../tickets/booking-status.tsx';
import styles from './bookings-list.module.css';

const columns = texts.bookings.columns;

/** The bookings of one person, with the way to each one's tickets. */
export function BookingsList({ bookings, timeZone }: { bookings: readonly BookingView[]; timeZone: string }) {
  return (
    <DataTable
      caption={texts.bookings.caption}
      captionHidden
      rows={bookings}
      rowKey={(booking) => booking.id}
      columns={[
        { key: 'id', header: columns.bookingId, cell: (booking) => <code>{booking.id}</code>, primary: true },
        { key: 'seating', header: columns.seating, cell: (booking) => booking.seating },
        { key: 'tickets', header: columns.tickets, cell: (booking) => booking.notickets, numeric: true },
        { key: 'amount', header: columns.amount, cell: (booking) => amountOf(booking), numeric: true },
        { key: 'at', header: columns.at, cell: (booking) => stamp(new Date(booking.created_at._seconds * 1000), timeZone) },
        { key: 'status', header: columns.status, cell: (booking) => <BookingStatusBadge status={booking.status} /> },
        {
          key: 'details',
          header: columns.details,
          cell: (booking) => (
            <Link className={styles.open} to={detailsPath(booking)} aria-label={texts.bookings.openOf(booking.id)}>
              {texts.bookings.open}
            </Link>
          ),
        },
      ]}
    />
  );
}
