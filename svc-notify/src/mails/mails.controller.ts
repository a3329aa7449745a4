import { idSchema } from '@concert/contracts/core/ids';
import { notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Inject } from '@nestjs/common';
import type { Mail } from './mail.ts';
import { MAILS, type MailsRepository } from './mails.repository.ts';
import { ResendMail } from './resend-mail.ts';
import { NewMailSignal } from './new-mail-signal.ts';

const PAGE = 25;
const cursor = createTimeCursor(idSchema('mail'));

function viewOf(mail: Mail): MailView {
  return {
    id: mail.id,
    kind: mail.kind,
    subjectId: mail.subjectId,
    ...(mail.bookings[0] ? { bookingId: mail.bookings[0] } : {}),
    state: mail.state,
    attempts: mail.attempts,
    createdAt: mail.createdAt.toISOString(),
    ...(mail.sentAt ? { sentAt: mail.sentAt.toISOString() } : {}),
    ...(mail.lastFault ? { lastFault: mail.lastFault } : {}),
    ...(mail.delivery ? { delivery: mail.delivery } : {}),
    ...(mail.deliveryAt ? { deliveryAt: mail.deliveryAt.toISOString() } : {}),
    ...(mail.deliveryFault ? { deliveryFault: mail.deliveryFault } : {}),
    ...(mail.resendOf ? { resendOf: mail.resendOf } : {}),
  };
}

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class MailsController {
  constructor(
    @Inject(MAILS) private readonly mails: MailsRepository,
    private readonly resendMail: ResendMail,
    private readonly newMail: NewMailSignal,
  ) {}

  @Handles(notifyRoutes.listMails)
  async list({ query }: In['listMails']): Promise<Out['listMails']> {
    const place = query.cursor === undefined ? undefined : cursor.read(query.cursor);
    const { mails, more } = await this.mails.list({
      ...(query.booking ? { bookingId: query.booking } : {}),
      ...(query.trouble ? { trouble: true } : {}),
      ...(place ? { after: { createdAt: place.at, id: place.id } } : {}),
      limit: query.limit ?? PAGE,
    });
    const last = mails.at(-1);
    return { items: mails.map(viewOf), ...(more && last ? { next: cursor.write({ at: last.createdAt, id: last.id }) } : {}) };
  }

  @Handles(notifyRoutes.resendMail)
  async resend({ params, body, who, key }: In['resendMail']): Promise<Out['resendMail']> {
    const mail = await this.resendMail.resend(params.mailId, body.email, who, key);
    this.newMail.raise();
    return viewOf(mail);
  }
}
