import type { BookingView } from '@concert/contracts/booking/http';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { bookingApi } from '../clients.ts';
import { BookingsList } from '../features/bookings/bookings-list.tsx';
import { texts } from '../texts.ts';

const words = texts.bookings;

/** The signed-in person's bookings. */
export function Bookings() {
  const { session, concert } = useSession();
  return (
    <Page width="working">
      <PageHeading title={words.heading} lede={session ? words.lede : undefined} />
      {session === undefined && <Skeleton shape="field" count={4} label={texts.loading} />}
      {session === null && (
        <Notice
          title={words.signIn}
          titleAs="h2"
          action={
            <LinkButton as={Link} to={loginPath('/bookings')}>
              {texts.logIn}
            </LinkButton>
          }
        >
          <p>{words.signInText}</p>
        </Notice>
      )}
      {session && <OwnBookings key={session.userId} timeZone={concert?.timeZone ?? 'UTC'} />}
    </Page>
  );
}

function OwnBookings({ timeZone }: { timeZone: string }) {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Result<BookingView[]>>();

  useEffect(() => {
    const stop = new AbortController();
    void bookingApi.listOwnBookings({}, { signal: stop.signal }).then((result) => {
      if (!stop.signal.aborted) setAnswer(result);
    });
    return () => stop.abort();
  }, [attempt]);

  if (!answer) return <Skeleton shape="field" count={4} label={texts.loading} />;
  if (!answer.ok) {
    const again = () => {
      setAnswer(undefined);
      setAttempt((count) => count + 1);
    };
    return (
      <Notice tone="bad" live="assertive" title={words.failed} action={<Button variant="secondary" onClick={again}>{texts.tryAgain}</Button>}>
        <p>{problemText(answer.problem)}</p>
      </Notice>
    );
  }
  if (answer.value.length === 0) {
    return (
      <Notice
        title={words.empty}
        titleAs="h2"
        action={
          <LinkButton as={Link} to="/reserve-your-seat">
            {words.reserve}
          </LinkButton>
        }
      >
        <p>{words.emptyText}</p>
      </Notice>
    );
  }
  return <BookingsList bookings={answer.value} timeZone={timeZone} />;
}
