import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { timeInWords } from '@concert/contracts/core/time-in-words';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { texts } from '../../texts.ts';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';

const words = texts.returned;

/** Nothing was paid: until when it can be, and the button to do so. */
export function Unpaid({
  keptUntil,
  sure,
  booking,
  concert,
  signedIn,
}: {
  keptUntil: string;
  /** The provider was asked; otherwise a payment may be on its way. */
  sure: boolean;
  booking: BookingView | null | undefined;
  concert: ConcertView | null | undefined;
  signedIn: boolean;
}) {
  const open = !concert || concert.state === 'open';
  const action =
    booking?.status === 'pending' ? (
      <PayOrGiveUp booking={booking} payable={open} onChanged={readAgain} />
    ) : signedIn ? undefined : (
      <LinkButton to={loginPath('/bookings')} text={words.logInToPay} />
    );
  return (
    <Notice tone="warn" action={action}>
      <p>{words[sure ? 'nothingPaid' : 'noPaymentYet'](timeInWords(keptUntil, concert?.timeZone ?? 'UTC'))}</p>
    </Notice>
  );
}

/** The page polls what became of the payment. */
function readAgain(): void {}
