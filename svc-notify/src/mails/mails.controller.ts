import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { mailView } from './mail-view.ts';
import { ResendMail } from './resend-mail.ts';
import { NewMailSignal } from './new-mail-signal.ts';

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class MailsController {
  constructor(
    private readonly resendMail: ResendMail,
    private readonly newMail: NewMailSignal,
  ) {}

  @Handles(notifyRoutes.resendMail)
  async resend({ params, body, who, key }: In['resendMail']): Promise<Out['resendMail']> {
    const mail = await this.resendMail.resend(params.mailId, body.email, who, key);
    this.newMail.raise();
    return mailView(mail);
  }
}
