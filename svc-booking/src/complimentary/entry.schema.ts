import { COMPLIMENTARY_CATEGORIES, ENTRY_STATUSES } from '@concert/contracts/booking/complimentary';
import { defineVersionedCollection, embedded } from '@concert/service-kit/store/collection';
import { replacedTicketSchema } from '../tickets/replaced-ticket.schema.ts';
import type { Entry, EntryChange, EntryId } from './entry.ts';

export interface EntryDocument extends Omit<Entry, 'id' | 'tickets'> {
  _id: EntryId;
  notickets: number;
  /** The email, normalised for comparison. */
  emailKey: string;
  /** By which it is found among the bookings. */
  words: string[];
}

export const entriesCollection = defineVersionedCollection<EntryDocument>({
  name: 'complimentary-entries',
  stores: 'A free entry for a guest of one of the three groups',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    group: { type: String, required: true, enum: COMPLIMENTARY_CATEGORIES },
    name: { type: String, required: true },
    email: { type: String, required: true },
    phoneno: { type: String, required: true },
    notickets: { type: Number, required: true, min: 1 },
    status: { type: String, required: true, enum: ENTRY_STATUSES },
    ticketIds: { type: [String], required: true },
    linkGeneration: { type: Number, min: 1 },
    replacedTickets: { type: [replacedTicketSchema], default: undefined },
    taken: { type: [Number], default: undefined },
    addedBy: { type: String, required: true },
    invitationId: { type: String },
    createdAt: { type: Date, required: true },
    version: { type: Number, required: true },
    history: {
      type: [
        embedded<EntryChange>({
          from: { type: String, enum: [...ENTRY_STATUSES, null] },
          to: { type: String, required: true, enum: ENTRY_STATUSES },
          at: { type: Date, required: true },
          actor: { type: String, required: true },
        }),
      ],
      required: true,
    },
    emailKey: { type: String, required: true },
    words: { type: [String], required: true },
  },
  indexes: [
    { name: 'of_group', key: { group: 1, createdAt: -1, _id: -1 }, serves: 'entries of a group, newest first' },
    { name: 'of_guest', key: { group: 1, emailKey: 1 }, serves: 'whether a guest has an entry already' },
    {
      name: 'of_invitation',
      key: { invitationId: 1, emailKey: 1 },
      options: { sparse: true },
      serves: 'who claimed what through an invitation',
    },
    { name: 'of_ticket', key: { ticketIds: 1 }, serves: 'the entry behind a ticket' },
    {
      name: 'of_replaced_ticket',
      key: { 'replacedTickets.ticketId': 1 },
      options: { sparse: true },
      serves: 'the entry behind a ticket that was replaced',
    },
  ],
});
