import { recentInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { ReadFailed } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';
import type { OwedMoney } from '../booking-display/booking-display.ts';
import { CancellationNotice } from './concert-notices.tsx';
import { PostponementNotice } from './concert-notices.tsx';
import type { KeptCopy } from './kept-copies.ts';
import { ticketWords } from './ticket-words.ts';
import type { BookingDetails, DetailsState } from './use-booking-details.ts';

const words = texts.details;

export interface TicketDetailsProps<B> extends BookingDetails<B> {
  /** What becomes of the money of one booking when the concert is cancelled. */
  readonly money: (booking: B) => OwedMoney;
  /** What this device keeps, where the site cannot be reached. */
  readonly copy: KeptCopy<B> | undefined;
  /** Draws one booking. `news`: what is to be read with it, below its codes, which a door wants to see first. */
  readonly show: (booking: B, news: ReactNode) => ReactNode;
}

/** The tickets behind a link, or why they are not shown. */
export function TicketDetails<B>({ state: read, again, money, copy, show }: TicketDetailsProps<B>) {
  const { session, concert: told } = useSession();
  const concert = told ?? copy?.concert;
  const state: DetailsState<B> = copy ? { at: 'found', bookings: copy.bookings } : read;
  const found = state.at === 'found';
  const cancelled = concert?.state === 'cancelled';
  const news = (
    <>
      {copy && (
        <Notice
          tone="warn"
          live="polite"
          title={ticketWords.keptCopy(recentInWords(copy.keptAt, copy.concert.timeZone))}
          action={
            <Button variant="secondary" onClick={again}>
              {texts.tryAgain}
            </Button>
          }
        >
          {ticketWords.keptCopyText}
        </Notice>
      )}
      {concert && found && !cancelled && (concert.state === 'postponed' || concert.previousStarts.length > 0) && (
        <PostponementNotice concert={concert} />
      )}
    </>
  );
  return (
    <Page width="narrow" title={words.heading}>
      {cancelled && (
        <CancellationNotice concert={concert} money={found ? state.bookings.map(money) : state.at === 'loading' ? [] : ['unknown']} />
      )}
      {state.at === 'loading' && <Skeleton shape="card" count={2} label={texts.loading} />}
      {(state.at === 'unknown' || state.at === 'ended') && (
        <Notice
          tone="warn"
          live="polite"
          title={state.at === 'ended' ? words.ended : words.notFound}
          action={
            session ? <LinkButton to="/bookings" text={words.bookings} /> : <LinkButton to={loginPath('/bookings')} text={texts.logIn} />
          }
        >
          <p>{state.at === 'ended' ? words.endedText : words.notFoundText}</p>
        </Notice>
      )}
      {state.at === 'failed' && <ReadFailed words={{ failed: words.failed }} failure={state.text} again={again} />}
      {found && state.bookings.map((booking, index) => show(booking, index === 0 && news))}
    </Page>
  );
}
