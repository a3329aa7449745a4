import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { authApi } from '../clients.ts';
import { LogOutEverywhere } from '../features/profile/log-out-everywhere.tsx';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { YourData } from '../features/your-data/your-data.tsx';
import { PasskeysCard } from '../features/passkeys/passkeys-card.tsx';
import { Security } from '../features/security/security.tsx';
import { LOADING_TEXT } from '../loading-text.ts';
import { texts } from '../texts.ts';
import { useReading } from '../use-reading.ts';

/** `/profile`: the signed-in person's own fields. The shell shows it to signed-in people only. */
export default function Profile() {
  const { pageTitle, session } = useSession();
  const words = texts.profile;
  if (!session) return null;
  return (
    <Page
      width="narrow"
      title={pageTitle}
      lede={words.lede}
      action={<LinkButton to="/bookings" variant="secondary" text={words.bookings} />}
    >
      <div className="stack-48 one-column">
        <OwnProfile key={session.userId} />
        <PasskeysCard />
        <Security email={session.email} />
        <LogOutEverywhere email={session.email} />
        <YourData email={session.email} />
      </div>
    </Page>
  );
}

function OwnProfile() {
  const reading = useReading((signal) => authApi.call.showProfile({}, { signal }));
  return (
    // As high as the form, so that what stands below does not move.
    <Read
      reading={reading}
      words={{ failed: texts.profile.unreadable }}
      skeleton={<Skeleton shape="field" count={10} label={LOADING_TEXT} />}
    >
      {(profile) => <ProfileForm profile={profile} />}
    </Read>
  );
}
