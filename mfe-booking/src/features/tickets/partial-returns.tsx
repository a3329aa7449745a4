import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { formatMoney } from '@concert/contracts/core/money';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { texts } from '../../texts.ts';
import { refundPath } from '../booking-display/booking-display.ts';
import { words } from './partial-return-words.ts';

export interface PartialReturnsProps {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  own: boolean;
}

/** What of a booking was given back while the rest stands: which tickets, how much money, and how far it is. A gift stays one for ever. */
export function PartialReturns({ booking, concert, own }: PartialReturnsProps) {
  const returned = (booking.returned ?? []).filter(({ gift }) => gift || booking.status === 'paid');
  if (returned.length === 0) return null;
  const failed = returned.some(({ state }) => state === 'failed');
  return (
    <Notice
      tone={failed ? 'bad' : 'info'}
      title={words.title}
      titleAs="h2"
      live="polite"
      action={
        own && returned.some(({ gift }) => !gift) && <LinkButton to={refundPath(booking)} variant="secondary" text={texts.refund.more} />
      }
    >
      {returned.map(({ tickets, amount, state, gift }, index) => (
        // They are only ever added at the end.
        <p key={index}>
          {tickets.length > 0 && `${words.tickets(tickets)} `}
          {words[gift ? 'gift' : state](formatMoney(amount))}
        </p>
      ))}
      {failed && concert && (
        <p>
          {words.write} <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>
        </p>
      )}
    </Notice>
  );
}
