import { concertDay, concertDate } from '@concert/contracts/booking/concert-date';
import type { ConcertView } from '@concert/contracts/booking/http';
import { isDateToFollow, postponedFrom } from '@concert/contracts/booking/postponement';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { texts } from '../../texts.ts';
import type { OwedMoney } from '../booking-display/booking-display.ts';

const { cancelled, postponed: moved } = texts.details;

/**
 * Tells ticket holders that the concert is cancelled and what becomes of their money.
 * @param money told once for each answer there is; empty while nothing is known yet
 */
export function CancellationNotice({ concert, money }: { concert: ConcertView; money: readonly OwedMoney[] }) {
  return (
    <Notice
      tone="bad"
      title={cancelled.title}
      titleAs="h2"
      action={
        <>
          <LinkButton to="/how-music-heals" variant="secondary" text={cancelled.music} />
          <LinkButton to="/waiting" variant="plain" text={cancelled.nextDate} />
        </>
      }
    >
      <p>{cancelled.text(concertDay(concert))}</p>
      {[...new Set(money)].map((each) => (
        <p key={each}>{cancelled.money[each]}</p>
      ))}
      {concert.cancellationNote && <p>{concert.cancellationNote}</p>}
      <p>
        {cancelled.support} <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>,{' '}
        <PhoneLink number={concert.supportPhone} />
      </p>
    </Notice>
  );
}

/** Tells ticket holders that the concert moves, from which day to which, and that their tickets go with it. */
export function PostponementNotice({ concert }: { concert: ConcertView }) {
  const from = postponedFrom(concert);
  const { timeZone } = concert;
  const day = from && concertDay({ startsAt: from, timeZone });
  // Of two hours of one day the day says nothing.
  const notOn = day === concertDay(concert) && !isDateToFollow(concert) ? from && concertDate({ startsAt: from, timeZone }) : day;
  const postponed = concert.state === 'postponed';
  return (
    <Notice tone={postponed ? 'warn' : 'info'} title={postponed ? moved.title : moved.moved} titleAs="h2">
      {notOn && <p>{moved.notOn(notOn)}</p>}
      <p>{isDateToFollow(concert) ? moved.toFollow : moved.on(concertDate(concert))}</p>
      {postponed && <p>{concert.stateReason}</p>}
      <p>{moved.tickets}</p>
    </Notice>
  );
}
