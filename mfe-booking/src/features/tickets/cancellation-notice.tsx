import { concertDay } from '@concert/contracts/booking/concert-date';
import type { ConcertView } from '@concert/contracts/booking/http';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { texts } from '../../texts.ts';
import type { OwedMoney } from '../booking-display/booking-display.ts';

const words = texts.details.cancelled;

export interface CancellationNoticeProps {
  concert: ConcertView;
  /** What becomes of the reader's money, told once for each answer there is; empty while nothing is known yet. */
  money: readonly OwedMoney[];
}

/** Tells ticket holders that the concert is cancelled and what becomes of their money. */
export function CancellationNotice({ concert, money }: CancellationNoticeProps) {
  return (
    <Notice tone="bad" title={words.title} titleAs="h2" action={<StillThere />}>
      <p>{words.text(concertDay(concert))}</p>
      {[...new Set(money)].map((each) => (
        <p key={each}>{words.money[each]}</p>
      ))}
      {concert.cancellationNote && <p>{concert.cancellationNote}</p>}
      <p>
        {words.support} <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>, <PhoneLink number={concert.supportPhone} />
      </p>
    </Notice>
  );
}

/** What a cancelled concert goes on giving: the music, and the list for the next date. */
function StillThere() {
  return (
    <>
      <LinkButton to="/how-music-heals" variant="secondary" text={words.music} />
      <LinkButton to="/waiting" variant="plain" text={words.nextDate} />
    </>
  );
}
