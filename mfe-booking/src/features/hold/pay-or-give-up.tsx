import { Button } from '@concert/design-system/button.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useEffect, useRef, useState } from 'react';
import { bookingApi } from '../../clients.ts';
import { WAITS } from '../../settings.ts';
import { texts } from '../../texts.ts';
import { ConfirmedAct } from '../confirmed-act/confirmed-act.tsx';
import { AttemptKeys } from '@concert/web-kit/attempt-keys.ts';
import { goTo, openPaymentPage, storeBooking, type PayableBooking } from '../payment-page/payment-page.ts';
import { amountOf } from '../booking-display/booking-display.ts';
import styles from './pay-or-give-up.module.css';

const words = texts.hold;

export interface PayOrGiveUpProps {
  booking: PayableBooking;
  /** False while no payment is taken: the concert is not open, or the time is over. */
  payable: boolean;
  /** The booking turned out to be different, or was changed. */
  onChanged: () => void;
  /** Takes the place of paying from the booking's own facts, where the screen pays by itself. */
  onPay?: (() => void) | undefined;
  leave?: ((href: string) => void) | undefined;
}

/** What the owner of a pending booking can do: pay it, wherever it was made and whatever is left by now, or let its seats go. */
export function PayOrGiveUp({ booking, payable, onChanged, onPay, leave = goTo }: PayOrGiveUpProps) {
  const [state, setState] = useState<'ready' | 'paying' | 'closing'>('ready');
  const [refusal, setRefusal] = useState<string>();
  const keys = useRef(new AttemptKeys());
  const shown = useRef(true);

  useEffect(() => {
    shown.current = true;
    // The browser shows the page as it was left when someone comes back from the payment page.
    const restored = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setState('ready');
      onChanged();
    };
    window.addEventListener('pageshow', restored);
    return () => {
      shown.current = false;
      window.removeEventListener('pageshow', restored);
    };
  }, [onChanged]);

  const pay = async () => {
    setState('paying');
    setRefusal(undefined);
    storeBooking(booking);
    const page = await openPaymentPage(booking, keys.current, WAITS, document.createElement('canvas'));
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

  const giveUp = async () => {
    const result = await bookingApi.cancelOwnBooking({ params: { bookingId: booking.id } });
    if (!result.ok) {
      if (result.problem.code === 'booking.not_cancellable' || result.problem.code === 'booking.not_found') onChanged();
      return problemText(result.problem);
    }
    if (result.value.status === 'cancelled') showToast({ tone: 'good', text: words.givenUp(booking.seating, booking.notickets) });
    // With a payment page open the seats go back once that page is closed.
    else setState('closing');
    onChanged();
    return undefined;
  };

  if (state === 'closing') {
    return (
      <p className={styles.closing} role="status">
        {words.closing}
      </p>
    );
  }
  return (
    <span className={styles.acts}>
      {payable && (
        <Button
          busy={state === 'paying'}
          busyText={words.opening}
          aria-label={words.payOf(amountOf(booking), booking.seating, booking.notickets)}
          onClick={onPay ?? (() => void pay())}
        >
          {words.pay(amountOf(booking))}
        </Button>
      )}
      <ConfirmedAct
        label={words.giveUp}
        labelOf={words.giveUpOf(booking.seating, booking.notickets)}
        title={words.giveUpTitle}
        keep={words.keep}
        act={words.giveUpAct(booking.notickets)}
        busyText={words.givingUp}
        run={giveUp}
      >
        <p>{words.giveUpText(booking.seating, booking.notickets)}</p>
      </ConfirmedAct>
      {refusal && (
        <span className={styles.refusal} role="alert">
          {refusal}
        </span>
      )}
    </span>
  );
}
