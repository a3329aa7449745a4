import type { ComplimentaryDetails } from '@concert/contracts/booking/complimentary';
import { useSession } from '@concert/web-kit/session.tsx';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { bookingApi } from '../clients.ts';
import { ComplimentaryTickets } from '../features/tickets/complimentary-tickets.tsx';
import { TicketDetails } from '../features/tickets/ticket-details.tsx';
import { useBookingDetails, type DetailsCall } from '../features/tickets/use-booking-details.ts';

/** The category a link without one means: HDYC family. */
const FAMILY = 'h';

/* Nobody paid for an entry. */
const isFree = () => 'free' as const;

/* Nothing becomes of an entry by itself. */
const staysAsItIs = () => false;

/** The tickets of a complimentary entry: `ref` is the entry, `ref2` the capability that opens it, `c` its group. */
export function GetHfDetails() {
  const [query] = useSearchParams();
  const { session, concert } = useSession();
  const category = query.get('c') ?? FAMILY;
  const call = useMemo<DetailsCall<ComplimentaryDetails>>(
    () => (reference, reference2, signal) =>
      // Any text is sent as it stands: which categories there are is the site's to say.
      bookingApi.showComplimentaryDetails({ body: { reference, reference2, catg: category as typeof FAMILY } }, { signal }),
    [category],
  );
  const details = useBookingDetails(
    call,
    staysAsItIs,
    query.get('ref') ?? '',
    query.get('ref2'),
    session === undefined ? undefined : (session?.userId ?? null),
  );
  return (
    <TicketDetails {...details} money={isFree} show={(entry) => <ComplimentaryTickets key={entry.id} entry={entry} concert={concert} />} />
  );
}
