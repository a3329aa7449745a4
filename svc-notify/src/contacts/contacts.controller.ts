import { idSchema } from '@concert/contracts/core/ids';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { createTimeCursor } from '@concert/service-kit/cursor';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/handles';
import { Controller, Inject } from '@nestjs/common';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { CONTACTS, type ContactsRepository } from './contacts.repository.ts';
import { TakeMessage } from './take-message.ts';

const PAGE = 25;
const cursor = createTimeCursor(idSchema('contact'));

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class ContactsController {
  constructor(
    private readonly takeMessage: TakeMessage,
    @Inject(CONTACTS) private readonly contacts: ContactsRepository,
    private readonly newMail: NewMailSignal,
  ) {}

  @Handles(notifyRoutes.sendContactMessage)
  async send({ body, key }: In['sendContactMessage']): Promise<Out['sendContactMessage']> {
    const receipt = await this.takeMessage.take(body, key);
    this.newMail.raise();
    return receipt;
  }

  @Handles(notifyRoutes.listContactMessages)
  async list({ query }: In['listContactMessages']): Promise<Out['listContactMessages']> {
    const place = query.cursor === undefined ? undefined : cursor.read(query.cursor);
    const { messages, more } = await this.contacts.list({
      ...(place ? { after: { receivedAt: place.at, id: place.id } } : {}),
      limit: query.limit ?? PAGE,
    });
    const last = messages.at(-1);
    return {
      items: messages.map(({ receivedAt, digestAt: _digestAt, ...rest }) => ({ ...rest, receivedAt: receivedAt.toISOString() })),
      ...(more && last ? { next: cursor.write({ at: last.receivedAt, id: last.id }) } : {}),
    };
  }
}
