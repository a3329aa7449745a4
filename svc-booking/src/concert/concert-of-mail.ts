import type { TicketMail } from '@concert/contracts/booking/internal';
import type { Concert } from './concert.ts';
import { closedStateOf, dateToFollowOf } from './postponement.ts';
import { notesView } from './visitor-notes.ts';

/** The concert as mails and printed tickets tell of it. */
export function concertOfMail(concert: Concert): TicketMail['concert'] {
  const { title, startsAt, timeZone, lengthMinutes, venue, supportEmail, supportPhone } = concert;
  return {
    ...{ title, startsAt: startsAt.toISOString(), timeZone, lengthMinutes, venue, supportEmail, supportPhone },
    ...dateToFollowOf(concert),
    ...closedStateOf(concert),
    notes: notesView(concert),
  };
}
