import type { ConcertView } from '@concert/contracts/booking/http';
import { Notice } from '@concert/design-system/notice.tsx';
import { texts } from '../../texts.ts';

const words = texts.details.cancelled;

/** Tells ticket holders that the concert is cancelled and how they get their money back. */
export function CancellationNotice({ concert }: { concert: ConcertView }) {
  return (
    <Notice tone="bad" title={words.title} titleAs="h2">
      <p>{words.text(concert.startsAt, concert.timeZone)}</p>
      <p>{words.refund}</p>
      {concert.cancellationNote && <p>{concert.cancellationNote}</p>}
      <p>
        {words.support} <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>,{' '}
        <a href={`tel:${concert.supportPhone.replace(/[^0-9+]/g, '')}`}>{concert.supportPhone}</a>
      </p>
    </Notice>
  );
}
