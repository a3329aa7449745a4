import { SPECIAL_SEAT_WORDS, type SpecialSeat } from '@concert/contracts/booking/access';
import { spokenCode, TICKET_CODE_ERROR_CORRECTION } from '@concert/contracts/booking/ticket-code';
import { QrCode } from '@concert/design-system/qr-code.tsx';
import { texts } from '../../texts.ts';
import styles from './booking-tickets.module.css';

const words = texts.details;

export interface TicketCodesProps {
  tickets: readonly { number: number; code: string; seat?: SpecialSeat | undefined }[];
  /** How many there were before any was given back. */
  of: number;
  seating: string;
}

/** A code for each person who is admitted, to be read by a device and by a person. */
export function TicketCodes({ tickets, of, seating }: TicketCodesProps) {
  return (
    <ol className={styles.tickets}>
      {tickets.map((ticket) => (
        <li key={ticket.number} className={styles.ticket}>
          <QrCode text={ticket.code} level={TICKET_CODE_ERROR_CORRECTION} label={words.qrLabel(ticket.number, of)} />
          <p className={styles.number}>{words.ticket(ticket.number, of)}</p>
          <p className={styles.seating}>{ticket.seat ? `${seating}, ${SPECIAL_SEAT_WORDS[ticket.seat]}` : seating}</p>
          <p className={styles.spoken} translate="no">
            {spokenCode(ticket.code)}
          </p>
        </li>
      ))}
    </ol>
  );
}
