import { bookingRoutes } from '@concert/contracts/booking/http';
import type { ComplimentaryDetails } from '@concert/contracts/booking/complimentary';
import { useSession } from '@concert/web-kit/session.tsx';
import { useSearchParams } from 'react-router-dom';
import { ComplimentaryTickets } from '../features/tickets/complimentary-tickets.tsx';
import { TicketDetails } from '../features/tickets/ticket-details.tsx';
import { useBookingDetails } from '../features/tickets/use-booking-details.ts';
import { useKeptCopy } from '../features/tickets/use-kept-copy.ts';

const complimentaryRoute = bookingRoutes.showComplimentaryDetails;

/** The category of a link that names none: HDYC family. */
const FAMILY = 'h';

/* Nobody paid for an entry. */
const isFree = () => 'free' as const;

/* An entry does not change by itself. */
const staysAsItIs = () => false;

/** The tickets of a complimentary entry: `ref` is the entry, `ref2` the capability that opens it, `c` its group. */
export function GetHfDetails() {
  const [query] = useSearchParams();
  const { concert: told } = useSession();
  const category = query.get('c') ?? FAMILY;
  const reference = query.get('ref') ?? '';
  const details = useBookingDetails<typeof complimentaryRoute, ComplimentaryDetails>(
    complimentaryRoute,
    // Any text is sent as it is: the site knows which categories exist.
    { body: { reference, reference2: query.get('ref2'), catg: category as typeof FAMILY } },
    { reference, changes: staysAsItIs },
  );
  const copy = useKeptCopy<ComplimentaryDetails>(reference, query.get('ref2'), details.state);
  const concert = told ?? copy?.concert;
  return (
    <TicketDetails
      {...details}
      copy={copy}
      money={isFree}
      show={(entry, news) => <ComplimentaryTickets key={entry.id} entry={entry} concert={concert} news={news} onChanged={details.again} />}
    />
  );
}
