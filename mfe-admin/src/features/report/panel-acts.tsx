import { fullName } from '@concert/contracts/booking/full-name';
import { renewalRoutes } from '@concert/contracts/booking/renewals';
import type { Timeline } from '@concert/contracts/booking/timeline';
import type { MailView } from '@concert/contracts/notify/http';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import type { ToastMessage } from '@concert/design-system/toast.tsx';
import { RenewTickets } from '../renewals/renew-tickets.tsx';
import { FreeLostSeats, hasLostSeats } from './free-lost-seats.tsx';
import { texts as words } from './panel-texts.ts';
import { RefundActs } from './refund-acts.tsx';

/** Bookings whose money an organiser can send back. */
const REFUNDABLE: ReadonlySet<string> = new Set(['paid', 'refund_failed']);
/** What was given stays when the rest went back, and can be sent back by itself. */
const isGiven = ({ booking: { status }, entries }: Timeline) =>
  status === 'refunded' && entries.some((entry) => entry.kind === 'money' && entry.what === 'gift');

export interface PanelActsProps {
  readonly timeline: Timeline;
  readonly mails: readonly MailView[];
  readonly onResend: (mail: MailView) => void;
  /** Something was done: what the panel says about it. */
  readonly onDone: (said: ToastMessage) => void;
}

/** What can be done about a booking. */
export function PanelActs({ timeline, mails, onResend, onDone }: PanelActsProps) {
  const { booking } = timeline;
  const lost = hasLostSeats(booking);
  const ticketMail = mails.find(({ kind }) => kind === 'ticket');
  const open = booking.status === 'paid' && !lost && booking.ref2;
  // Nothing is left to refund of money that a bank took.
  const refundable = (REFUNDABLE.has(booking.status) && !lost) || isGiven(timeline);
  if (!open && !lost && !refundable) return undefined;
  return (
    <div className="row-8">
      {booking.status === 'paid' && !lost && ticketMail && (
        <Button aria-label={words.resendLabel} onClick={() => onResend(ticketMail)}>
          {words.resend}
        </Button>
      )}
      {refundable && <RefundActs bookingId={booking.id} onDone={onDone} />}
      {open && (
        <RenewTickets
          route={renewalRoutes.renewTickets}
          input={{ params: { bookingId: booking.id } }}
          name={fullName(booking)}
          variant="secondary"
          tell={onDone}
        />
      )}
      {lost && <FreeLostSeats timeline={timeline} onFreed={onDone} />}
      {open && <LinkButton to={`/get-details?ref=${booking.id}&ref2=${booking.ref2 ?? ''}`} variant="plain" text={words.ticketPage} />}
    </div>
  );
}
