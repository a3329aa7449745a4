import { bookingRoutes } from '@concert/contracts/booking/http';
import { idSchema } from '@concert/contracts/core/ids';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { RenewTickets } from './renew-tickets.ts';

const bookingId = idSchema('booking');
const entryId = idSchema('complimentary');

export const RenewalsController = controllerOf(
  bookingRoutes,
  { tickets: RenewTickets },
  {
    renewTickets: ({ params, who, key }, { tickets }) => tickets.booking(params.bookingId, who, key),
    renewComplimentary: ({ params, who, key }, { tickets }) => tickets.entry(params.entryId, who, key),
    renewForCorrectedAddress: async ({ body: { of, by, key } }, { tickets }) => {
      const entry = entryId.safeParse(of);
      return {
        admits: entry.success
          ? await tickets.ofCorrectedEntry(entry.data, by, key)
          : await tickets.ofCorrectedBooking(bookingId.parse(of), by, key),
      };
    },
  },
);
