import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { useState } from 'react';
import { words } from './words.ts';

/** Leads from a booking's tickets to the choice, while there is one. Whoever only has the ticket link is asked to sign in there. */
export function ChoiceOffer({ booking, concert }: { booking: BookingView; concert: ConcertView | null | undefined }) {
  const [openedAt] = useState(serverNow);
  const postponement = concert?.postponement;
  if (!concert || !postponement || concert.state === 'cancelled' || booking.status !== 'paid') return null;
  const { postponedAt, chooseUntil } = postponement;
  if (openedAt >= Date.parse(chooseUntil) || booking.created_at._seconds * 1_000 >= Date.parse(postponedAt)) return null;
  return (
    <Notice
      title={words.legend}
      titleAs="h2"
      action={<LinkButton to={`/choose?${new URLSearchParams({ ref: booking.id })}`} text={words.offerLink} />}
    >
      {words.offer(momentInWords(chooseUntil, concert.timeZone))}
    </Notice>
  );
}
