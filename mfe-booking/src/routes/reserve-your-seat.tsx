import { concertDate } from '@concert/contracts/booking/concert-date';
import type { ConcertView } from '@concert/contracts/booking/http';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import { saleInWords } from '@concert/contracts/booking/sale-words';
import type { Seating } from '@concert/contracts/booking/seating';
import { hasContent } from '@concert/contracts/site/optional-content';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { ReadFailed } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useAlive } from '@concert/design-system/use-alive.ts';
import { SaleCountdown } from '@concert/web-kit/sale-countdown.tsx';
import { useSession, type Session } from '@concert/web-kit/session.tsx';
import { useRef, useState, useEffect, useEffectEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useOwnBookings } from '../features/bookings/use-own-bookings.ts';
import { WaitLink } from '../features/booking-display/wait-link.tsx';
import { leaveForPaymentPage } from '../features/payment-page/payment-page.ts';
import { CodeStep, Held } from '../features/reservation/code-step.tsx';
import { texts as codeTexts } from '../features/reservation/code-texts.ts';
import { hasSeats, withHeldSeats } from '../features/reservation/choice.ts';
import { ReservationForm } from '../features/reservation/reservation-form.tsx';
import { useFreshConcert, type FreshConcert } from '../features/reservation/use-fresh-concert.ts';
import { useReservation, type Reservation } from '../features/reservation/use-reservation.ts';
import { texts } from '../texts.ts';

const words = texts.reserve;

/** Choose seats and go to pay, as far as the concert's state allows it; who is signed out proves their address in between. */
export function ReserveYourSeat({ leave = leaveForPaymentPage }: { leave?: (href: string) => void }) {
  const { session, concert: known } = useSession();
  const fresh = useFreshConcert(known);
  const canvas = useRef<HTMLCanvasElement>(null);
  const reservation = useReservation({ session, canvas, leave, refreshConcert: fresh.refresh });
  const { progress } = reservation;
  useArrival(session, reservation);
  return (
    <Page width={progress.at === 'code' ? 'narrow' : 'page'}>
      {progress.at === 'code' ? (
        <CodeStep
          asked={progress.asked}
          {...{ entering: progress.entering, failure: progress.failure, words: codeTexts, path: '/reserve-your-seat' }}
          onEnter={() => void reservation.enter(progress.asked)}
          onSendAgain={() => reservation.sendAgain(progress.asked)}
          onOther={reservation.startOver}
        >
          <Held key={progress.asked.holdEndsAt} asked={progress.asked} />
        </CodeStep>
      ) : (
        <Choosing
          {...fresh}
          concert={fresh.concert && { ...fresh.concert, categories: [...withHeldSeats(fresh.concert.categories, reservation.held)] }}
          reservation={reservation}
          leave={leave}
        />
      )}
      <canvas ref={canvas} hidden />
    </Page>
  );
}

interface ChoosingProps extends FreshConcert {
  readonly reservation: Reservation;
  readonly leave: (href: string) => void;
}

function Choosing({ concert, refresh, reservation, leave }: ChoosingProps) {
  const { session } = useSession();
  const alive = useAlive();
  const [seating, setSeating] = useState<Seating>();
  const before = concert?.saleState === 'soon' && session?.role === 'admin';
  const open = concert?.saleState === 'open' || before;
  const own = useOwnBookings(open && Boolean(session));
  const title = open ? (
    <>
      {words.heading.start}
      <span className="one-line">{words.heading.together}</span> {seating ?? concert.categories[0]?.seating ?? ''}
    </>
  ) : (
    words.headingClosed
  );
  return (
    <>
      <PageHeading title={title} lede={concert ? ledeOf(concert) : undefined} />
      {concert === undefined && (
        <>
          <Skeleton shape="card" label={texts.loading} />
          <Skeleton shape="field" count={4} />
        </>
      )}
      {concert === null && (
        <ReadFailed words={{ failed: words.unreadable.title }} failure={words.unreadable.text} again={() => void refresh()} />
      )}
      {concert?.saleState === 'soon' && (
        <Notice tone="info" title={saleInWords(concert)} titleAs="h2" action={<Elsewhere />}>
          {alive && concert.sale.opensAt !== null && (
            <p>
              {words.soonLeft}
              <SaleCountdown sale={concert.sale} />
            </p>
          )}
          {alive && <p>{before ? words.soonAdmin : concert.sale.opensAt === null ? words.soonUnknown : words.soonNext}</p>}
        </Notice>
      )}
      {concert?.saleState === 'ended' && (
        <Notice tone="bad" title={saleInWords(concert)} titleAs="h2" action={<Elsewhere />}>
          <p>{words.closed.next}</p>
        </Notice>
      )}
      {concert && concert.state !== 'open' && <Closed concert={concert} />}
      {open && alive && !concert.categories.some(hasSeats) && (
        <Notice
          tone="warn"
          title={words.soldOut.title}
          titleAs="h2"
          action={
            <>
              <WaitLink />
              <Button variant="secondary" onClick={() => void refresh()}>
                {words.soldOut.action}
              </Button>
            </>
          }
        >
          <p>{words.soldOut.text}</p>
        </Notice>
      )}
      {open && concert.categories.length > 0 && (
        <ReservationForm
          concert={concert}
          session={session}
          reservation={reservation}
          leave={leave}
          refreshConcert={refresh}
          own={own}
          onSeating={setSeating}
        />
      )}
    </>
  );
}

/** The evening; of a postponed one the notice says all. */
function ledeOf(concert: ConcertView): ReactNode {
  if (concert.saleState === 'open') {
    return (
      <>
        {words.lede(concertDate(concert))}
        {hasContent('saleEnd', concert) && <span data-optional="saleEnd">{` ${saleInWords(concert)}.`}</span>}
      </>
    );
  }
  if (concert.state === 'cancelled') return words.closed.planned(concertDate(concert));
  return concert.state === 'postponed' ? undefined : `${concertDate(concert)}, ${concert.venue.name}.`;
}

/** Where somebody who cannot reserve finds what they may have come for. */
function Elsewhere() {
  return (
    <>
      <LinkButton to="/bookings" variant="secondary" text={words.closed.bookings} />
      <LinkButton to="/concert-details" variant="plain" text={texts.contact} />
    </>
  );
}

/** Registration is disabled, or the concert is postponed or cancelled: the reason in red, and what is still of use. */
function Closed({ concert }: { concert: ConcertView }) {
  // What not every concert of a state has is added once the page is alive.
  const alive = useAlive();
  const { session } = useSession();
  const postponed = concert.state === 'postponed';
  return (
    <Notice
      tone="bad"
      title={saleInWords(concert)}
      titleAs="h2"
      action={
        <>
          <Elsewhere />
          <LinkButton to={alive && session ? '/bookings' : '/refund-rule'} variant="plain" text={words.closed.money} />
        </>
      }
    >
      <p>{concert.stateReason || words.closed.reason}</p>
      {alive && concert.state === 'cancelled' && concert.cancellationNote && <p>{concert.cancellationNote}</p>}
      {alive && postponed && <p>{isDateToFollow(concert) ? words.closed.toFollow : words.closed.when(concertDate(concert))}</p>}
      <p>{words.closed.next}</p>
    </Notice>
  );
}

/**
 * Somebody who comes signed in, back from the login page, goes on to pay for what this tab waited with. By the link of the mail, in whatever
 * browser it was opened, they see what is held: anybody may have typed their email, so nothing is reserved or paid of it unasked.
 */
function useArrival(session: Session, { progress, enter }: Reservation): void {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  const navigate = useNavigate();
  const settled = useRef(false);
  const arrive = useEffectEvent(async () => {
    const asked = progress.at === 'code' ? progress.asked : undefined;
    const byMail = (Object(state) as { byMail?: unknown }).byMail === true;
    if (!session || !(asked || byMail)) return;
    // Who comes back from the payment page is not sent there again.
    if (byMail) await navigate(pathname, { replace: true, state: null });
    await enter(asked);
  });
  useEffect(() => {
    if (session === undefined || settled.current) return;
    settled.current = true;
    void arrive();
  }, [session]);
}
