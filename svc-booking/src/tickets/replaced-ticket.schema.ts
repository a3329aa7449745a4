import { embedded } from '@concert/service-kit/store/collection';
import type { NumberedTicket } from './renewal.ts';

/** A ticket of an earlier generation, inside its booking or entry. */
export const replacedTicketSchema = embedded<NumberedTicket>({
  ticketId: { type: String, required: true },
  number: { type: Number, required: true, min: 1 },
});
