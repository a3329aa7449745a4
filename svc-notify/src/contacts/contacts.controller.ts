import { idSchema } from '@concert/contracts/core/ids';
import { contactFieldsOf, type ContactMessage as ContactMessageView } from '@concert/contracts/notify/contact';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Controller, Inject } from '@nestjs/common';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { ContactMessage } from './contact-message.ts';
import { MongoContacts } from './mongo-contacts.ts';
import { VisitorMessages } from './visitor-messages.ts';
import { HttpOrganiserNames } from './http-organiser-names.ts';

const PAGE = 25;
const cursor = createTimeCursor(idSchema('contact'));

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class ContactsController {
  constructor(
    private readonly messages: VisitorMessages,
    @Inject(HttpOrganiserNames) private readonly names: HttpOrganiserNames,
    @Inject(MongoContacts) private readonly contacts: MongoContacts,
    private readonly newMail: NewMailSignal,
    @Inject(NamedPeopleLimit) private readonly named: NamedPeopleLimit,
  ) {}

  @Handles(notifyRoutes.sendContactMessage)
  async send({ body, key, source }: In['sendContactMessage']): Promise<Out['sendContactMessage']> {
    const receipt = await this.messages.take(body, key, source);
    this.newMail.raise();
    return receipt;
  }

  @Handles(notifyRoutes.listContactMessages)
  async list({ query, who }: In['listContactMessages']): Promise<Out['listContactMessages']> {
    const limit = query.limit ?? PAGE;
    const found = await this.contacts.list(query.state, cursor.after(query.cursor), limit + 1);
    const { items, next } = cursor.page(found, limit, ({ receivedAt: at, id }) => ({ at, id }));
    await this.named.note(
      who,
      items.map(({ id }) => id),
    );
    return { items: await this.viewsOf(items), next };
  }

  @Handles(notifyRoutes.markContactMessage)
  async mark({ params, body, who }: In['markContactMessage']): Promise<Out['markContactMessage']> {
    const [view] = await this.viewsOf([await this.messages.mark(params.contactId, body.answered, who)]);
    return view as ContactMessageView;
  }

  private async viewsOf(messages: readonly ContactMessage[]): Promise<ContactMessageView[]> {
    const people = await this.names.of(messages.flatMap(({ answeredBy }) => answeredBy ?? []));
    return messages.map(({ id, receivedAt, answeredAt, answeredBy, ...message }) => ({
      id,
      ...contactFieldsOf(message),
      receivedAt: receivedAt.toISOString(),
      ...(answeredAt && answeredBy ? { answered: { at: answeredAt.toISOString(), by: people.get(answeredBy) ?? { id: answeredBy } } } : {}),
    }));
  }
}
