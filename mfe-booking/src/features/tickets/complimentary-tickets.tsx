import { fullName } from '@concert/contracts/booking/full-name';
import type { ComplimentaryDetails } from '@concert/contracts/booking/complimentary';
import { bookingRoutes, type ConcertView } from '@concert/contracts/booking/http';
import { bookedTickets } from '@concert/contracts/booking/partial-returns';
import type { Description } from '@concert/design-system/description-list.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';
import { GuestGiveBack } from '../give-back/give-back.tsx';
import styles from './booking-tickets.module.css';
import { CalendarButton } from './calendar-button.tsx';
import { SaveTickets } from './save-tickets.tsx';
import { notesOf, TicketCard } from './ticket-card.tsx';
import { TicketCodes } from './ticket-codes.tsx';

const words = texts.details;
const fields = texts.returned.fields;

/** One complimentary entry with a code for each person it admits; it cost nothing, so it says nothing about money. */
export function ComplimentaryTickets({
  entry,
  concert,
  news,
  onChanged,
}: {
  entry: ComplimentaryDetails;
  concert: ConcertView | null | undefined;
  /** Stands below the codes, or first where there are none. */
  news: ReactNode;
  onChanged: () => void;
}) {
  const tickets = entry.tickets ?? [];
  const admits = tickets.length > 0 && concert?.state !== 'cancelled';
  const data: Description[] = [
    { term: words.entry.id, value: entry.id, code: true },
    { term: fields.name, value: fullName(entry) },
    { term: fields.email, value: entry.email },
    ...(entry.phoneno ? [{ term: words.phone, value: entry.phoneno }] : []),
    { term: words.entry.group, value: entry.seating },
    { term: fields.tickets, value: entry.notickets },
    { term: words.status, value: <EntryStatus status={entry.status} off={concert?.state === 'cancelled'} /> },
  ];
  return (
    <section className={`stack-32 ${styles.booking}`}>
      {admits && <TicketCodes tickets={tickets} of={bookedTickets(entry)} seating={entry.seating} />}
      {news}
      <TicketCard
        concert={concert}
        seating={entry.seating}
        tickets={entry.notickets}
        facts={admits ? notesOf(concert) : data}
        folded={admits ? data : undefined}
        actions={
          <>
            {concert && (
              <CalendarButton
                variant={admits ? 'primary' : 'secondary'}
                concert={concert}
                reference={entry.id}
                link={`${window.location.origin}/concert-details`}
                over={!entry.tickets}
              />
            )}
            {admits && (
              <SaveTickets
                route={bookingRoutes.downloadComplimentaryTickets}
                input={{ params: { entryId: entry.id }, body: entry.ref2 ? { ref2: entry.ref2 } : {} }}
                file={`tickets-${entry.id}`}
              />
            )}
          </>
        }
      />
      <GuestGiveBack entry={entry} onChanged={onChanged} />
      {tickets.length === 0 && (
        <Notice tone="warn">
          <p>{entry.returned ? words.entry.givenBack : words.entry.revoked}</p>
        </Notice>
      )}
    </section>
  );
}

function EntryStatus({ status, off }: { status: ComplimentaryDetails['status']; off: boolean }) {
  if (off && status !== 'Revoked') return <StatusBadge tone="plain">{words.entry.off}</StatusBadge>;
  return <StatusBadge tone={status === 'Revoked' ? 'bad' : 'good'}>{words.entry.status[status]}</StatusBadge>;
}
