import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { idSchema } from '@concert/contracts/core/ids';
import { timeInWords } from '@concert/contracts/core/time-in-words';
import type { Description } from '@concert/design-system/description-list.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { PayOrGiveUp } from '../hold/pay-or-give-up.tsx';
import { SecondPurchase } from '../second-purchase/second-purchase.tsx';
import { amountOf, detailsPath, fullName, isReturning } from '../booking-display/booking-display.ts';
import { BookingStatusBadge } from '../booking-display/booking-status.tsx';
import { CalendarButton } from '../tickets/calendar-button.tsx';
import { TicketCard } from '../tickets/ticket-card.tsx';
import type { PaymentAction, StoredBooking } from './return-address.ts';
import styles from './payment-return.module.css';
import { useOwnBooking } from './use-own-booking.ts';
import { usePaymentOutcome, type OutcomeState } from './use-payment-outcome.ts';

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
      {state.at === 'known' && booking && <BookingCard booking={booking} concert={concert} taken={state.outcome === 'confirmed'} />}
      {booking && <SecondPurchase booking={booking} concert={concert} onChanged={() => void navigate(`${detailsPath(booking)}#refund`)} />}
      {state.at === 'unpaid' && booking && <BookingCard booking={booking} concert={concert} showStatus />}
      {stored && (((state.at === 'known' || state.at === 'unpaid') && !booking) || state.at === 'checking' || state.at === 'asking') && (
        <StoredCard stored={stored} concert={concert} taken={state.at === 'known' ? state.outcome === 'confirmed' : undefined} />
      )}
    </Page>
  );
}

function headingOf(state: OutcomeState): string {
  switch (state.at) {
    case 'expired':
      return words.expired;
    case 'invalid':
      return words.invalid;
    case 'unpaid':
      return words.unpaidHeading;
    case 'known':
      return state.outcome === 'confirmed' ? words.successHeading : words.failedHeading;
    default:
      return words.checkingHeading;
  }
}

function ledeOf(state: OutcomeState, booking: BookingView | null | undefined, stored: StoredBooking | null): ReactNode {
  if (state.at !== 'known') return undefined;
  if (state.outcome === 'not_taken') return words.notTaken;
  if (booking && isReturning(booking.status)) return words.tooLate;
  const email = booking?.email ?? stored?.email;
  return (
    <>
      {words.thanks}. {email && words.onTheirWay(email)}
    </>
  );
}

function StateBadge({ state }: { state: OutcomeState }) {
  if (state.at === 'expired' || state.at === 'invalid') return null;
  if (state.at === 'unpaid') {
    return (
      <StatusBadge large tone="waiting">
        {words.unpaid}
      </StatusBadge>
    );
  }
  const known = state.at === 'known';
  const tone: StatusTone = !known ? 'waiting' : state.outcome === 'confirmed' ? 'good' : 'plain';
  return (
    <StatusBadge large tone={tone}>
      {known ? words.completed : words.processing}
    </StatusBadge>
  );
}

/** Nothing was paid: until when it can be, and the way to do it. */
function Unpaid({
  keptUntil,
  booking,
  concert,
  signedIn,
}: {
  keptUntil: string;
  booking: BookingView | null | undefined;
  concert: ConcertView | null | undefined;
  signedIn: boolean;
}) {
  const open = !concert || concert.state === 'open';
  const action =
    booking?.status === 'pending' ? (
      <PayOrGiveUp booking={booking} payable={open} onChanged={readAgain} />
    ) : signedIn ? undefined : (
      <LinkButton as={Link} to={loginPath('/bookings')}>
        {words.logInToPay}
      </LinkButton>
    );
  return (
    <Notice tone="warn" action={action}>
      <p>{words.nothingPaid(timeInWords(keptUntil, concert?.timeZone ?? 'UTC'))}</p>
    </Notice>
  );
}

/** The page asks by itself what became of the payment. */
function readAgain(): void {}

/** The booking as the server tells it to its owner. */
function BookingCard({
  booking,
  concert,
  showStatus = false,
  taken,
}: {
  booking: BookingView;
  concert: ConcertView | null | undefined;
  showStatus?: boolean;
  taken?: boolean;
}) {
  const over = isReturning(booking.status);
  const facts: Description[] = [
    ...factsOf({
      bookingId: booking.id,
      name: fullName(booking),
      email: booking.email,
      seating: booking.seating,
      tickets: booking.notickets,
      amount: amountOf(booking),
    }),
    ...(showStatus || over ? [{ term: texts.details.status, value: <BookingStatusBadge status={booking.status} /> }] : []),
  ];
  const ways = over || booking.status === 'pending' ? 'booking' : (taken ?? booking.status === 'paid') ? 'tickets' : 'again';
  return (
    <TicketCard
      concert={concert}
      seating={booking.seating}
      tickets={booking.notickets}
      facts={facts}
      actions={
        <Actions
          ways={ways}
          bookingId={booking.id}
          path={over ? `${detailsPath(booking)}#refund` : detailsPath(booking)}
          concert={concert}
        />
      }
    />
  );
}

/** The booking as this browser remembers it, for someone who is not signed in here. */
function StoredCard({
  stored,
  concert,
  taken,
}: {
  stored: StoredBooking;
  concert: ConcertView | null | undefined;
  taken: boolean | undefined;
}) {
  return (
    <TicketCard
      concert={concert}
      seating={stored.seating}
      tickets={Number(stored.tickets)}
      facts={factsOf({
        bookingId: stored.bookingId,
        name: stored.name,
        email: stored.email,
        seating: stored.seating,
        tickets: Number(stored.tickets),
        amount: `${stored.amount} ${stored.currency}`,
      })}
      actions={
        taken === undefined ? undefined : (
          <Actions
            ways={taken ? 'tickets' : 'again'}
            bookingId={stored.bookingId}
            path={detailsPath({ id: stored.bookingId as BookingView['id'] })}
            concert={concert}
          />
        )
      }
    />
  );
}

function factsOf(facts: {
  bookingId: string;
  name: string;
  email: string;
  seating: string;
  tickets: number;
  amount: string;
}): Description[] {
  return [
    { term: words.fields.bookingId, value: facts.bookingId, code: true },
    { term: words.fields.name, value: facts.name },
    { term: words.fields.email, value: facts.email },
    { term: words.fields.seating, value: facts.seating },
    { term: words.fields.tickets, value: facts.tickets },
    { term: words.fields.amount, value: facts.amount, strong: true },
  ];
}

/** What next: to the tickets, to a booking that waits or whose money returns, or to reserve once more. */
function Actions({
  ways,
  bookingId,
  path,
  concert,
}: {
  ways: 'tickets' | 'booking' | 'again';
  bookingId: string;
  path: string;
  concert: ConcertView | null | undefined;
}) {
  if (ways !== 'tickets') {
    return (
      <>
        <LinkButton as={Link} to={ways === 'booking' ? path : '/reserve-your-seat'}>
          {ways === 'booking' ? words.seeBooking : words.reserveAgain}
        </LinkButton>
        <LinkButton as={Link} to="/bookings" variant="secondary">
          {words.bookings}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <LinkButton as={Link} to={path}>
        {words.seeTickets}
      </LinkButton>
      {concert && <CalendarButton concert={concert} reference={bookingId} link={`${window.location.origin}${path}`} />}
    </>
  );
}

function WaysOn({ signedIn }: { signedIn: boolean }) {
  return (
    <div className={styles.ways}>
      {signedIn ? (
        <LinkButton as={Link} to="/bookings">
          {words.bookings}
        </LinkButton>
      ) : (
        <LinkButton as={Link} to={loginPath('/bookings')}>
          {texts.bookings.signIn}
        </LinkButton>
      )}
      <LinkButton as={Link} to="/reserve-your-seat" variant="secondary">
        {words.reserveAgain}
      </LinkButton>
    </div>
  );
}
