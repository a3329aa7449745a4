import { bookingRoutes, type BookingView, type ConcertView } from '@concert/contracts/booking/http';
import { formatMoney } from '@concert/contracts/core/money';
import { timeInWords } from '@concert/contracts/core/time-in-words';
import { Notice } from '@concert/design-system/notice.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { texts } from '../../texts.ts';
import { ConfirmedAct } from '../confirmed-act/confirmed-act.tsx';

const words = texts.sendBack;

/** Sends the money of an accidental second purchase back. */
export function SendBack({
  booking,
  until,
  timeZone,
  onChanged,
}: {
  booking: BookingView;
  until: string;
  timeZone: string;
  onChanged: () => void;
}) {
  const amount = formatMoney(booking.amount);
  const returning = useAct(bookingRoutes.returnSecondPurchase);
  const sendBack = async () => {
    const result = await returning.act({ params: { bookingId: booking.id } });
    if (!result.ok) {
      if (result.problem.code === 'booking.not_returnable' || result.problem.code === 'booking.not_found') onChanged();
      return problemText(result.problem);
    }
    showToast({ tone: 'good', text: words.done(amount) });
    onChanged();
    return undefined;
  };
  return (
    <>
      <ConfirmedAct
        label={words.label}
        labelOf={words.labelOf(amount, booking.seating)}
        title={words.title(amount)}
        words={{ ...words, confirm: words.act(amount) }}
        run={sendBack}
      >
        <p>{words.text(booking.seating, booking.notickets)}</p>
      </ConfirmedAct>
      <span className="quiet small">{words.until(timeInWords(until, timeZone))}</span>
    </>
  );
}

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
