import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { Notice } from '@concert/design-system/notice.tsx';
import { texts } from '../../texts.ts';
import { SendBack } from './send-back.tsx';

/** Tells the buyer of what looks like an accidental second purchase, and how to undo it. */
export function SecondPurchase({
  booking,
  concert,
  onChanged,
}: {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  onChanged: () => void;
}) {
  if (booking.status !== 'paid' || !booking.returnableUntil) return null;
  return (
    <Notice
      tone="warn"
      title={texts.sendBack.twice}
      titleAs="h2"
      action={
        <span className="row-8-16">
          <SendBack booking={booking} until={booking.returnableUntil} timeZone={concert?.timeZone ?? 'UTC'} onChanged={onChanged} />
        </span>
      }
    >
      <p>{texts.sendBack.mistake}</p>
    </Notice>
  );
}
