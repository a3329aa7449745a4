import type { Profile as Fields } from '@concert/contracts/auth/users';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { ReadFailed } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { authApi } from '../clients.ts';
import { LogOutEverywhere } from '../features/profile/log-out-everywhere.tsx';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { YourData } from '../features/your-data/your-data.tsx';
import { PasskeysCard } from '../features/passkeys/passkeys-card.tsx';
import { Security } from '../features/security/security.tsx';
import { LOADING_TEXT } from '../loading-text.ts';
import { texts } from '../texts.ts';

/** `/profile`: the signed-in person's own fields. The shell shows it to signed-in people only. */
export default function Profile() {
  const { pageTitle, session } = useSession();
  const words = texts.profile;
  if (!session) return null;
  return (
    <Page width="narrow">
      <PageHeading
        title={pageTitle}
        lede={words.lede}
        action={<LinkButton as={Link} to="/bookings" variant="secondary" text={words.bookings} />}
      />
      <OwnProfile key={session.userId} />
      <PasskeysCard />
      <Security email={session.email} />
      <LogOutEverywhere email={session.email} />
      <YourData email={session.email} />
    </Page>
  );
}

function OwnProfile() {
  const { refreshSession } = useSession();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Result<Fields>>();

  useEffect(() => {
    const stop = new AbortController();
    void authApi.call.showProfile({}, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      setAnswer(result);
      // The session ended elsewhere: the shell leads to the login page as soon as it knows.
      if (!result.ok && result.problem.code === 'request.session_required') void refreshSession();
    });
    return () => stop.abort();
  }, [attempt, refreshSession]);

  // As high as the form, so that what stands below does not move.
  if (!answer) return <Skeleton shape="field" count={10} label={LOADING_TEXT} />;
  if (!answer.ok) {
    const again = () => {
      setAnswer(undefined);
      setAttempt((count) => count + 1);
    };
    return <ReadFailed words={{ failed: texts.profile.unreadable }} failure={problemText(answer.problem)} again={again} />;
  }
  return <ProfileForm profile={answer.value} />;
}
