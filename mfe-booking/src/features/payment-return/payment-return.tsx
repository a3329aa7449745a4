import type { BookingView } from '@concert/contracts/booking/http';
import { bookedTickets } from '@concert/contracts/booking/partial-returns';
import { idSchema } from '@concert/contracts/core/ids';
import { timeInWords } from '@concert/contracts/core/time-in-words';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { SecondPurchase } from '../second-purchase/send-back.tsx';
import { detailsPath } from '../booking-display/booking-display.ts';
import { TicketCodes } from '../tickets/ticket-codes.tsx';
import { BookingCard } from './booking-cards.tsx';
import { headingOf, ledeOf, StateBadge } from './payment-state.tsx';
import { stateOfBooking, useOwnBooking, usePaymentOutcome, type PaymentAction } from './use-payment-outcome.ts';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';

const words = texts.returned;

/** One return page: the true state first, then the booking, then what next. */
export function PaymentReturn({ action }: { action: PaymentAction }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { session, concert } = useSession();
  const { state: told, stored } = usePaymentOutcome(action, query);
  const reference = query.get('ref');
  const lost = told.at === 'expired' || told.at === 'invalid';
  const whole = idSchema('booking').safeParse(reference).success;
  const mayAsk = session && whole && (told.at === 'known' || told.at === 'unpaid' || lost);
  const booking = useOwnBooking(mayAsk ? reference : null, told.at === 'known' && told.outcome === 'confirmed');
  // Whoever may see the booking is told the truth of it, whatever this browser still has: phones reload pages by themselves.
  const asking = whole && (session === undefined || booking === undefined);
  const state = !lost ? told : booking ? stateOfBooking(booking) : asking ? ({ at: 'asking' } as const) : told;

  return (
    <Page width="narrow">
      <div className="stack-24" aria-live="polite">
        <PageHeading
          above={<StateBadge state={state} booking={booking} />}
          title={headingOf(state, booking)}
          lede={ledeOf(state, booking, stored)}
        />
        {state.at === 'checking' && (
          <Notice
            tone={state.unreachable ? 'warn' : 'info'}
            action={session && <LinkButton to="/bookings" variant="secondary" text={words.bookings} />}
          >
            <p>{state.unreachable ? words.noAnswer : words.stillChecking}</p>
          </Notice>
        )}
        {state.at === 'unpaid' && <Unpaid {...state} booking={booking} />}
        {state.at === 'expired' && concert && <p>{words.clarification(concert.supportEmail)}</p>}
        {state.at === 'invalid' && (
          <Notice tone="bad">
            <p>{words.invalidText}</p>
          </Notice>
        )}
      </div>
      {booking?.tickets && state.at === 'known' && concert?.state !== 'cancelled' && (
        <TicketCodes tickets={booking.tickets} of={bookedTickets(booking)} seating={booking.seating} />
      )}
      {state.at === 'expired' || state.at === 'invalid' ? (
        // The payment may have been made, so nothing leads to a second one.
        <div className="row-12">
          <LinkButton to={session ? '/bookings' : loginPath('/bookings')} text={session ? words.bookings : texts.bookings.signIn} />
        </div>
      ) : (
        <BookingCard
          booking={booking}
          stored={lost ? null : stored}
          taken={state.at === 'known' ? state.outcome === 'confirmed' : undefined}
        />
      )}
      {booking && <SecondPurchase booking={booking} concert={concert} onChanged={() => void navigate(`${detailsPath(booking)}#refund`)} />}
    </Page>
  );
}

/** Nothing was paid: until when it can be, and the button to do so. */
function Unpaid({
  keptUntil,
  sure,
  booking,
}: {
  keptUntil: string;
  /** The provider was asked; otherwise a payment may be on its way. */
  sure: boolean;
  booking: BookingView | null | undefined;
}) {
  const { session, concert } = useSession();
  const open = !concert || concert.state === 'open';
  const action =
    booking?.status === 'pending' ? (
      <PayOrGiveUp booking={booking} payable={open} onChanged={readAgain} />
    ) : session ? undefined : (
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
