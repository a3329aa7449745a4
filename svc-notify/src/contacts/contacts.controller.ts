import { idSchema } from '@concert/contracts/core/ids';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { DomainError } from '@concert/service-kit/errors';
import { Call, Handles, Key } from '@concert/service-kit/handles';
import { Controller, Inject } from '@nestjs/common';
import { createCursor } from '../mails/mail-cursor.ts';
import { SendMailsWorker } from '../mails/send-mails.worker.ts';
import { CONTACTS, type ContactsRepository } from './contacts.repository.ts';
import { TakeMessage } from './take-message.ts';

type Routes = typeof notifyRoutes;

const PAGE = 25;
const cursor = createCursor(idSchema('contact'));

@Controller()
export class ContactsController {
  constructor(
    private readonly takeMessage: TakeMessage,
    @Inject(CONTACTS) private readonly contacts: ContactsRepository,
    private readonly worker: SendMailsWorker,
  ) {}

  @Handles(notifyRoutes.sendContactMessage)
  async send(
    @Call() { body }: CallOf<Routes['sendContactMessage']>,
    @Key() key: string | undefined,
  ): Promise<AnswerOf<Routes['sendContactMessage']>> {
    const receipt = await this.takeMessage.take(body, key);
    this.worker.wake();
    return receipt;
  }

  @Handles(notifyRoutes.listContactMessages)
  async list(@Call() { query }: CallOf<Routes['listContactMessages']>): Promise<AnswerOf<Routes['listContactMessages']>> {
    const place = query.cursor === undefined ? undefined : cursor.read(query.cursor);
    if (query.cursor !== undefined && !place) {
      throw new DomainError('request.invalid', 'The cursor is not one of this list', [
        { pointer: '?cursor', field: 'cursor', detail: 'is not a cursor of this list' },
      ]);
    }
    const { messages, more } = await this.contacts.list({
      ...(place ? { after: { receivedAt: place.at, id: place.id } } : {}),
      limit: query.limit ?? PAGE,
    });
    const last = messages.at(-1);
    return {
      items: messages.map(({ receivedAt, ...rest }) => ({ ...rest, receivedAt: receivedAt.toISOString() })),
      ...(more && last ? { next: cursor.write({ at: last.receivedAt, id: last.id }) } : {}),
    };
  }
}
