import { concertDate } from '@concert/contracts/booking/concert-date';
import type { ConcertView } from '@concert/contracts/booking/http';
import { saleInWords } from '@concert/contracts/booking/sale-words';
import { hasContent } from '@concert/contracts/site/optional-content';
import { Link } from 'react-router-dom';
import { Hint } from './hint.tsx';
import { texts } from '../texts.ts';

const words = texts.standing;

/** Says under the navigation why no seat can be reserved now, with the date, the reason and what becomes of what was paid: the rule, or the own bookings of who is signed in; nothing while seats are sold. */
export function Standing({ concert, own }: { concert: ConcertView; own: boolean }) {
  const { state, saleState, stateReason } = concert;
  if (saleState === 'open') return null;
  return (
    <Hint
      {...(saleState === 'soon' ? {} : { tone: 'bad' })}
      action={
        state !== 'open' && (
          <Link to={own ? '/bookings' : '/refund-rule'} className="row-target strong">
            {words.money}
          </Link>
        )
      }
    >
      <strong>{saleInWords(concert)}.</strong> <When concert={concert} /> {state !== 'open' && <span>{stateReason}</span>}
    </Hint>
  );
}

function When({ concert }: { concert: ConcertView }) {
  const date = concertDate(concert);
  if (concert.state === 'cancelled') return words.planned(date);
  if (concert.state !== 'postponed') return words.evening(date);
  return (
    <>
      {hasContent('newDate', concert) && <span data-optional="newDate">{`${words.newDate} `}</span>}
      {/* An element: where the part before it is taken out of a prerendered page, two texts would become one, and hydration fails. */}
      <span>{`${date}.`}</span>
    </>
  );
}
