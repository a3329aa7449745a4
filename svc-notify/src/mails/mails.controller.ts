import { createHash } from 'node:crypto';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Inject } from '@nestjs/common';
import { mailView } from './mail-view.ts';
import { MongoMails } from './mongo-mails.ts';
import { NewMailSignal } from './new-mail-signal.ts';
import { ResendMail } from './resend-mail.ts';

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class MailsController {
  constructor(
    private readonly resendMail: ResendMail,
    private readonly newMail: NewMailSignal,
    @Inject(MongoMails) private readonly mails: MongoMails,
  ) {}

  @Handles(notifyRoutes.resendMail)
  async resend({ params, body, who, key }: In['resendMail']): Promise<Out['resendMail']> {
    const mail = await this.resendMail.resend(params.mailId, body.email, who, key);
    this.newMail.raise();
    return mailView(mail);
  }

  /** Tells a browser what became of the mail that it asked for. Its secret is known here by its hash alone. */
  @Handles(notifyRoutes.checkCodeMail)
  async check({ body: { request } }: In['checkCodeMail']): Promise<Out['checkCodeMail']> {
    return { refused: await this.mails.isRefused(createHash('sha256').update(request).digest('base64url')) };
  }
}
