import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { DomainError } from '@concert/service-kit/errors';
import { Call, Handles } from '@concert/service-kit/handles';
import { Controller, Inject } from '@nestjs/common';
import type { Mail } from './mail.ts';
import { cursorOf, positionOf } from './mail-cursor.ts';
import { MAILS, type MailsRepository } from './mails.repository.ts';

const PAGE = 25;

function viewOf(mail: Mail): MailView {
  return {
    id: mail.id,
    kind: mail.kind,
    subjectId: mail.subjectId,
    state: mail.state,
    attempts: mail.attempts,
    createdAt: mail.createdAt.toISOString(),
    ...(mail.sentAt ? { sentAt: mail.sentAt.toISOString() } : {}),
    ...(mail.lastFault ? { lastFault: mail.lastFault } : {}),
  };
}

@Controller()
export class MailsController {
  constructor(@Inject(MAILS) private readonly mails: MailsRepository) {}

  @Handles(notifyRoutes.listMails)
  async list(@Call() { query }: CallOf<(typeof notifyRoutes)['listMails']>): Promise<AnswerOf<(typeof notifyRoutes)['listMails']>> {
    const after = query.cursor === undefined ? undefined : positionOf(query.cursor);
    if (query.cursor !== undefined && !after) {
      throw new DomainError('request.invalid', 'The cursor is not one of this list', [{ pointer: '?cursor', field: 'cursor', detail: 'is not a cursor of this list' }]);
    }
    const { mails, more } = await this.mails.list({ ...(query.booking ? { subjectId: query.booking } : {}), ...(after ? { after } : {}), limit: query.limit ?? PAGE });
    const last = mails.at(-1);
    return { items: mails.map(viewOf), ...(more && last ? { next: cursorOf(last) } : {}) };
  }
}
