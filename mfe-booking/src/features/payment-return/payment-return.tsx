import { idSchema } from '@concert/contracts/core/ids';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { SecondPurchase } from '../second-purchase/second-purchase.tsx';
import { detailsPath } from '../booking-display/booking-display.ts';
import { BookingCard } from './booking-cards.tsx';
import { headingOf, ledeOf, StateBadge } from './payment-state.tsx';
import type { PaymentAction } from './return-address.ts';
import styles from './payment-return.module.css';
import { Unpaid } from './unpaid.tsx';
import { useOwnBooking } from './use-own-booking.ts';
import { usePaymentOutcome } from './use-payment-outcome.ts';

const words = texts.returned;

/** One return page: the true state first, then the booking, then what next. */
export function PaymentReturn({ action }: { action: PaymentAction }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { session, concert } = useSession();
  const { state, stored } = usePaymentOutcome(action, query);
  const reference = query.get('ref');
  const mayAsk =
    session &&
    idSchema('booking').safeParse(reference).success &&
    (state.at === 'known' || state.at === 'unpaid' || state.at === 'expired' || state.at === 'invalid');
  const booking = useOwnBooking(mayAsk ? reference : null, state.at === 'known' && state.outcome === 'confirmed');

  return (
    <Page width="narrow">
      <div className={styles.state} aria-live="polite">
        <PageHeading above={<StateBadge state={state} />} title={headingOf(state)} lede={ledeOf(state, booking, stored)} />
        {state.at === 'checking' && (
          <Notice
            tone={state.unreachable ? 'warn' : 'info'}
            action={
              session && (
                <LinkButton as={Link} to="/bookings" variant="secondary">
                  {words.bookings}
                </LinkButton>
              )
            }
          >
            <p>{state.unreachable ? words.noAnswer : words.stillChecking}</p>
          </Notice>
        )}
        {state.at === 'unpaid' && <Unpaid keptUntil={state.keptUntil} booking={booking} concert={concert} signedIn={Boolean(session)} />}
        {state.at === 'expired' && concert && <p>{words.clarification(concert.supportEmail)}</p>}
        {state.at === 'invalid' && (
          <Notice tone="bad">
            <p>{words.invalidText}</p>
          </Notice>
        )}
      </div>
      {(state.at === 'expired' || state.at === 'invalid') && booking && (
        <>
          <h2 className={styles.second}>{words.truth}</h2>
          <BookingCard booking={booking} concert={concert} showStatus />
        </>
      )}
      {(state.at === 'expired' || state.at === 'invalid') && !booking && <WaysOn signedIn={Boolean(session)} />}
      {state.at !== 'expired' && state.at !== 'invalid' && (
        <BookingCard
          booking={booking}
          stored={stored}
          concert={concert}
          showStatus={state.at === 'unpaid'}
          taken={state.at === 'known' ? state.outcome === 'confirmed' : undefined}
        />
      )}
      {booking && <SecondPurchase booking={booking} concert={concert} onChanged={() => void navigate(`${detailsPath(booking)}#refund`)} />}
    </Page>
  );
}

/** Where to go when nothing is known about the payment. It may have been made, so nothing leads to a second one. */
function WaysOn({ signedIn }: { signedIn: boolean }) {
  return (
    <div className={styles.ways}>
      <LinkButton as={Link} to={signedIn ? '/bookings' : loginPath('/bookings')}>
        {signedIn ? words.bookings : texts.bookings.signIn}
      </LinkButton>
    </div>
  );
}
