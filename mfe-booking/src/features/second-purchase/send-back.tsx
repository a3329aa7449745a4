import { bookingRoutes, type BookingView } from '@concert/contracts/booking/http';
import { timeInWords } from '@concert/contracts/core/time-in-words';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { texts } from '../../texts.ts';
import { amountOf } from '../booking-display/booking-display.ts';
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
  const amount = amountOf(booking);
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
