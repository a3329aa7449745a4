import { Button } from '@concert/design-system/button.tsx';
import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';
import { amountOf } from '../booking-display/booking-display.ts';
import { ConfirmedAct } from '../confirmed-act/confirmed-act.tsx';
import { leaveForPaymentPage, type PayableBooking } from '../payment-page/payment-page.ts';
import styles from './pay-or-give-up.module.css';
import { useHoldActs } from './use-hold-acts.ts';

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
