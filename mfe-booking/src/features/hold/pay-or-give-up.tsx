import { bookingRoutes } from '@concert/contracts/booking/http';
import { Button } from '@concert/design-system/button.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { usePageRestored } from '@concert/web-kit/use-page-restored.ts';
import { useCallback, useState, type ReactNode } from 'react';
import { texts } from '../../texts.ts';
import { amountOf } from '../booking-display/booking-display.ts';
import { ConfirmedAct } from '../confirmed-act/confirmed-act.tsx';
import { leaveForPaymentPage, storeBooking, type PayableBooking } from '../payment-page/payment-page.ts';
import styles from './pay-or-give-up.module.css';
import { usePaymentPage } from '../payment-page/use-payment-page.ts';
import { useIsMounted } from '../payment-page/use-is-mounted.ts';

const words = texts.hold;

export interface PayOrGiveUpProps {
  booking: PayableBooking;
  /** False while no payment is taken: the concert is not open, or the time is over. */
  payable: boolean;
  /** Called when the booking turned out to be different, or was changed. */
  onChanged: () => void;
  /** Replaces paying by the booking's own data, where the screen pays by itself. */
  onPay?: (() => void) | undefined;
  leave?: ((href: string) => void) | undefined;
  /** Stands in place of giving up, where that is called something else. */
  children?: ReactNode;
}

/** What the owner of a pending booking can do: pay it, wherever it was made and however much time is left, or give its seats up. */
export function PayOrGiveUp({ booking, payable, onChanged, onPay, leave = leaveForPaymentPage, children }: PayOrGiveUpProps) {
  const { state, refusal, pay, giveUp } = useHoldActs(booking, onChanged, leave);

  if (state === 'closing') {
    return (
      <p className="quiet" role="status">
        {words.closing}
      </p>
    );
  }
  return (
    <span className={`row-8 ${styles.acts}`}>
      {payable && (
        <Button
          busy={state === 'paying'}
          busyText={words.opening}
          aria-label={words.payOf(amountOf(booking), booking.seating, booking.notickets)}
          onClick={onPay ?? (() => void pay())}
        >
          {texts.reserve.pay(amountOf(booking))}
        </Button>
      )}
      {children ?? (
        <ConfirmedAct
          label={words.giveUp}
          labelOf={words.giveUpOf(booking.seating, booking.notickets)}
          title={words.giveUpTitle}
          words={{ keep: words.keep, confirm: words.giveUpAct(booking.notickets), busy: words.givingUp }}
          run={giveUp}
        >
          <p>{words.giveUpText(booking.seating, booking.notickets)}</p>
        </ConfirmedAct>
      )}
      {refusal && (
        <span className="bad strong grow-16" role="alert">
          {refusal}
        </span>
      )}
    </span>
  );
}

/**
 * Pays a pending booking or gives it up.
 * @param onChanged the booking turned out to be different, or was changed
 * @param leave goes to the payment page
 */
function useHoldActs(booking: PayableBooking, onChanged: () => void, leave: (href: string) => void) {
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
