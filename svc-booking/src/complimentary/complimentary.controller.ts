import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import type { CallsOf } from '@concert/service-kit/http/handles';
import { sendPdf } from '../tickets/send-pdf.ts';
import { AddEntries, type AddedEntry } from './add-entries.ts';
import { ChangeEntry } from './change-entry.ts';
import { PreviewImport } from './preview-import.ts';
import { ShowEntries } from './show-entries.ts';

type Form = CallsOf<typeof bookingRoutes>['addFamilyMember'];

/** The three forms differ in their group. */
const addTo =
  (group: ComplimentaryCategory) =>
  ({ body, who, key }: Form, { add }: { readonly add: AddEntries }): Promise<AddedEntry> => {
    const { email, name, email2, phoneno, notickets, second_entry: again } = body;
    return add.add(group, email, { name, email2, phoneno, notickets, again }, who, key);
  };

export const ComplimentaryController = controllerOf(
  bookingRoutes,
  { add: AddEntries, change: ChangeEntry, show: ShowEntries, previewImport: PreviewImport },
  {
    addFamilyMember: addTo('h'),
    addVip: addTo('v'),
    addFriendOrFamily: addTo('f'),
    listComplimentary: ({ query, who }, { show }) => show.list(query, who),
    revokeComplimentary: ({ params, who }, { change }) => change.revoke(params.entryId, who),
    giveComplimentaryBack: ({ params, body, who }, { change }) => change.giveBack(params.entryId, body.tickets, who),
    resendComplimentary: ({ params, who, key }, { change }) => change.resend(params.entryId, who, key),
    previewImport: ({ body }, { previewImport }) => previewImport.preview(body.group, body.text),
    importComplimentary: ({ body, who, key }, { add }) => {
      const guests = body.rows.map(({ second_entry: again, ...guest }) => ({ ...guest, ...(again ? { again } : {}) }));
      return add.addAll(body.group, guests, who, key);
    },
    showComplimentaryDetails: ({ body, who }, { show }) => show.details(body.reference, body.reference2, body.catg, who),
    downloadComplimentaryTickets: async ({ params, body, who }, { show }, head) =>
      sendPdf(await show.pdf(params.entryId, body.ref2, who), `tickets-${params.entryId}`, head),
    showComplimentaryTicketMail: ({ params }, { show }) => show.ticketMail(params.entryId),
  },
);
