import { roleIncludes } from '@concert/contracts/core/roles';
import { useSession } from '@concert/web-kit/session.tsx';
import { useHashLink } from '@concert/web-kit/use-hash-link.ts';
import { ArrivalsByDoor } from '../features/arrivals/arrivals.tsx';
import { DoorScreen } from '../features/door/door-screen.tsx';
import { texts } from '../features/door/texts.ts';
import { useStoredList } from '../features/door/use-stored-list.ts';
import { HelperLinks } from '../features/helper-links/helper-links.tsx';
import { OpenHelperLink } from '../features/helper-links/open-helper-link.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

const helperLinkIn = (hash: string) => /^#helper=(.*)$/s.exec(hash)?.[1];

/** `/door`: letting people in. Without network it opens from what is on this device. */
export default function Door() {
  const { session, unknown } = useSession();
  const stored = useStoredList();
  const [token, setToken] = useHashLink(helperLinkIn);
  if (token !== undefined) return <OpenHelperLink token={token} onOpened={() => setToken(undefined)} />;
  return (
    <OrganiserPage needs="door" words={texts} beforeKnown={stored || (session === null && unknown === true)}>
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
