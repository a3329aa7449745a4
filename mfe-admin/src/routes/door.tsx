import { roleIncludes } from '@concert/contracts/core/roles';
import { useSession } from '@concert/web-kit/session.tsx';
import { ArrivalsByDoor } from '../features/arrivals/arrivals.tsx';
import { DoorScreen } from '../features/door/door-screen.tsx';
import { texts } from '../features/door/texts.ts';
import { useStoredList } from '../features/door/use-stored-list.ts';
import { HelperLinks } from '../features/helper-links/helper-links.tsx';
import { OpenHelperLink } from '../features/helper-links/open-helper-link.tsx';
import { useHelperLink } from '../features/helper-links/use-helper-link.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/door`: letting people in. Without network it opens from what is on this device. */
export default function Door() {
  const { session, unknown } = useSession();
  const stored = useStoredList();
  const { token, forget } = useHelperLink();
  if (token !== undefined) return <OpenHelperLink token={token} onOpened={forget} />;
  return (
    <OrganiserPage needs="door" purpose={texts.purpose} beforeKnown={stored || (session === null && unknown === true)}>
      <DoorScreen>
        {session && roleIncludes(session.role, 'organiser') && (
          <>
            <ArrivalsByDoor />
            <HelperLinks />
          </>
        )}
      </DoorScreen>
    </OrganiserPage>
  );
}
