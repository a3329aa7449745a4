import { concertDate, concertDay } from '@concert/contracts/booking/concert-date';
import type { ConcertView } from '@concert/contracts/booking/http';
import { isDateToFollow, postponedFrom } from '@concert/contracts/booking/postponement';
import { Notice } from '@concert/design-system/notice.tsx';
import { texts } from '../../texts.ts';

const words = texts.details.postponed;

/** Tells ticket holders that the concert moves, from which day to which, and that their tickets go with it. */
export function PostponementNotice({ concert }: { concert: ConcertView }) {
  const from = postponedFrom(concert);
  const { timeZone } = concert;
  const day = from && concertDay({ startsAt: from, timeZone });
  // Of two hours of one day the day says nothing.
  const notOn = day === concertDay(concert) && !isDateToFollow(concert) ? from && concertDate({ startsAt: from, timeZone }) : day;
  const postponed = concert.state === 'postponed';
  return (
    <Notice tone={postponed ? 'warn' : 'info'} title={postponed ? words.title : words.moved} titleAs="h2">
      {notOn && <p>{words.notOn(notOn)}</p>}
      <p>{isDateToFollow(concert) ? words.toFollow : words.on(concertDate(concert))}</p>
      {postponed && <p>{concert.stateReason}</p>}
      <p>{words.tickets}</p>
    </Notice>
  );
}
