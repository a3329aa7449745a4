import { idSchema } from '@concert/contracts/core/ids';
import { MAILS_TO_GUESTS, notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { MongoContacts } from '../contacts/mongo-contacts.ts';
import { mailView } from '../mails/mail-view.ts';
import type { Mail } from '../mails/mail.ts';
import { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { HttpAudiencePeople } from './http-audience-people.ts';
import { MongoRecipientMails } from './mongo-recipient-mails.ts';

const PAGE = 25;
const cursor = createTimeCursor(idSchema('mail'));

export const DeskController = controllerOf(
  notifyRoutes,
  {
    mails: MongoMails,
    contacts: MongoContacts,
    recipientMails: MongoRecipientMails,
    people: HttpAudiencePeople,
    addresses: MongoCorrectedAddresses,
    named: NamedPeopleLimit,
  },
  {
    showDesk: async (_, { mails, contacts, recipientMails }) => {
      const [mailsInTrouble, openMessages, peopleUnreached] = await Promise.all([
        mails.countTrouble(),
        contacts.countOpen(),
        recipientMails.countUnreached(),
      ]);
      return { mailsInTrouble, openMessages, peopleUnreached };
    },
    listMails: async ({ query, who }, { mails, named, ...sources }) => {
      const limit = query.limit ?? PAGE;
      const found = await mails.list({
        ...(query.booking ? { bookingId: query.booking } : {}),
        ...(query.trouble ? { trouble: true } : {}),
        after: cursor.after(query.cursor),
        limit: limit + 1,
      });
      const { items, next } = cursor.page(found, limit, ({ createdAt: at, id }) => ({ at, id }));
      if (query.trouble)
        await named.note(
          who,
          items.map(({ bookings, subjectId }) => bookings[0] ?? subjectId),
        );
      return {
        items: await Promise.all(items.map(async (mail) => ({ ...mailView(mail), ...(query.trouble ? await whoOf(mail, sources) : {}) }))),
        next,
      };
    },
    listBookingMails: async ({ params: { bookingId } }, { mails }) => ({
      items: (await mails.list({ bookingId, limit: 100 })).map(mailView),
    }),
  },
);

/** Whose booking or entry a mail is about: asked for now, as names and addresses are kept nowhere here. */
async function whoOf(
  { kind, bookings, subjectId }: Mail,
  { people, addresses }: { readonly people: HttpAudiencePeople; readonly addresses: MongoCorrectedAddresses },
): Promise<Pick<MailView, 'who'>> {
  const invited = kind === 'invitation' || kind === 'invitation-reminder';
  const of = bookings[0] ?? (invited || MAILS_TO_GUESTS.has(kind) ? subjectId : undefined);
  if (of === undefined) return {};
  // One that is gone, or while svc-booking is away: the mail is listed all the same.
  const person = await (invited ? people.invited(of) : people.show(of)).catch(() => undefined);
  if (!person) return {};
  const { name, email, phone } = person;
  return { who: { name, email: (await addresses.of([of])) ?? email, phone } };
}
