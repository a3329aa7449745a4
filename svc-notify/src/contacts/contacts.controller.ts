import { idSchema } from '@concert/contracts/core/ids';
import { contactFieldsOf, type ContactMessage as ContactMessageView } from '@concert/contracts/notify/contact';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { ContactMessage } from './contact-message.ts';
import { HttpOrganiserNames } from './http-organiser-names.ts';
import { MongoContacts } from './mongo-contacts.ts';
import { VisitorMessages } from './visitor-messages.ts';

const PAGE = 25;
const cursor = createTimeCursor(idSchema('contact'));

export const ContactsController = controllerOf(
  notifyRoutes,
  { messages: VisitorMessages, names: HttpOrganiserNames, contacts: MongoContacts, newMail: NewMailSignal, named: NamedPeopleLimit },
  {
    sendContactMessage: async ({ body, key, source }, { messages, newMail }) => {
      const receipt = await messages.take(body, key, source);
      newMail.raise();
      return receipt;
    },
    listContactMessages: async ({ query, who }, { contacts, named, names }) => {
      const limit = query.limit ?? PAGE;
      const found = await contacts.list(query.state, cursor.after(query.cursor), limit + 1);
      const { items, next } = cursor.page(found, limit, ({ receivedAt: at, id }) => ({ at, id }));
      await named.note(
        who,
        items.map(({ id }) => id),
      );
      return { items: await viewsOf(items, names), next };
    },
    markContactMessage: async ({ params, body, who }, { messages, names }) => {
      const [view] = await viewsOf([await messages.mark(params.contactId, body.answered, who)], names);
      return view as ContactMessageView;
    },
  },
);

async function viewsOf(messages: readonly ContactMessage[], names: HttpOrganiserNames): Promise<ContactMessageView[]> {
  const people = await names.of(messages.flatMap(({ answeredBy }) => answeredBy ?? []));
  return messages.map(({ id, receivedAt, answeredAt, answeredBy, ...message }) => ({
    id,
    ...contactFieldsOf(message),
    receivedAt: receivedAt.toISOString(),
    ...(answeredAt && answeredBy ? { answered: { at: answeredAt.toISOString(), by: people.get(answeredBy) ?? { id: answeredBy } } } : {}),
  }));
}
