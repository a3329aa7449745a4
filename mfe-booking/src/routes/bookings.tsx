import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { BookingsList, type BookingsListProps } from '../features/bookings/bookings-list.tsx';
import { useOwnBookings } from '../features/bookings/use-own-bookings.ts';
import { texts } from '../texts.ts';

const words = texts.bookings;

/** The signed-in person's bookings. */
export function Bookings({ leave }: { leave?: (href: string) => void }) {
  const { session, concert } = useSession();
  return (
    <Page width="narrow" title={words.heading} lede={session ? words.lede : undefined}>
      {session === undefined && <Skeleton shape="field" count={4} label={texts.loading} />}
      {session === null && (
        <Notice title={words.signIn} titleAs="h2" action={<LinkButton to={loginPath('/bookings')} text={texts.logIn} />}>
          <p>{words.signInText}</p>
        </Notice>
      )}
      {session && <OwnBookings key={session.userId} concert={concert} leave={leave} />}
    </Page>
  );
}

function OwnBookings({ concert, leave }: Pick<BookingsListProps, 'concert' | 'leave'>) {
  const own = useOwnBookings(true);
  return (
    <Read reading={own} words={{ failed: words.failed }} skeleton={<Skeleton shape="field" count={4} label={texts.loading} />}>
      {(bookings) =>
        bookings.length === 0 ? (
          <Notice title={words.empty} titleAs="h2" action={<LinkButton to="/reserve-your-seat" text={words.reserve} />}>
            <p>{words.emptyText}</p>
          </Notice>
        ) : (
          <BookingsList bookings={bookings} concert={concert} onChanged={own.changed} leave={leave} />
        )
      }
    </Read>
  );
}
