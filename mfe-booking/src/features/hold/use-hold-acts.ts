import { bookingRoutes } from '@concert/contracts/booking/http';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useCallback, useState } from 'react';
import { texts } from '../../texts.ts';
import { storeBooking, type PayableBooking } from '../payment-page/payment-page.ts';
import { usePageRestored } from '@concert/web-kit/use-page-restored.ts';
import { usePaymentPage } from '../payment-page/use-payment-page.ts';
import { useIsMounted } from '../payment-page/use-is-mounted.ts';

const words = texts.hold;

/**
 * Pays a pending booking or gives it up.
 * @param onChanged the booking turned out to be different, or was changed
 * @param leave goes to the payment page
 */
export function useHoldActs(booking: PayableBooking, onChanged: () => void, leave: (href: string) => void) {
  // `closing` while an open payment page is being closed, after which the seats are freed.
  const [state, setState] = useState<'ready' | 'paying' | 'closing'>('ready');
  const [refusal, setRefusal] = useState<string>();
  const openPaymentPage = usePaymentPage();
  const givingUp = useAct(bookingRoutes.cancelOwnBooking);
  const shown = useIsMounted();

  usePageRestored(
    useCallback(() => {
      setState('ready');
      onChanged();
    }, [onChanged]),
  );

  const pay = async () => {
    setState('paying');
    setRefusal(undefined);
    storeBooking(booking);
    const page = await openPaymentPage(booking, document.createElement('canvas'));
    if (!shown.current) return;
    if (page.href !== undefined) {
      leave(page.href);
      return;
    }
    setState('ready');
    const code = page.problem?.code;
    if (code === 'booking.not_payable' || code === 'booking.not_found') {
      setRefusal(words.notPayable);
      onChanged();
    } else {
      setRefusal(page.problem ? problemText(page.problem) : words.noPage);
      if (code === 'booking.registration_closed') onChanged();
    }
  };

  /** Resolves to why it could not be done. */
  const giveUp = async () => {
    const result = await givingUp.act({ params: { bookingId: booking.id } });
    if (!result.ok) {
      if (result.problem.code === 'booking.not_cancellable' || result.problem.code === 'booking.not_found') onChanged();
      return problemText(result.problem);
    }
    if (result.value.status === 'cancelled') showToast({ tone: 'good', text: words.givenUp(booking.seating, booking.notickets) });
    // With a payment page open, the seats are freed once that page is closed.
    else setState('closing');
    onChanged();
    return undefined;
  };

  return { state, refusal, pay, giveUp };
}
