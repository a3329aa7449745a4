import { Page } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { AccessEvidence } from '../features/accessibility/evidence.tsx';
import { accessTexts as words } from '../features/evening/access-texts.ts';
import { AccessibleSeats, AccessibleVenue, VenueContact } from '../features/evening/accessible-venue.tsx';

/** `/accessibility`: whether and how somebody with a disability can come. */
export default function Accessibility() {
  const { pageTitle, concert } = useSession();
  return (
    <Page title={pageTitle} lede={words.lede}>
      <div className="stack-48 one-column reading">
        {concert === null && <p>{words.unread}</p>}
        {concert && (
          <>
            <AccessibleVenue concert={concert} />
            {concert.state !== 'cancelled' && <AccessibleSeats concert={concert} />}
            <VenueContact concert={concert} />
          </>
        )}
        <AccessEvidence />
      </div>
    </Page>
  );
}
