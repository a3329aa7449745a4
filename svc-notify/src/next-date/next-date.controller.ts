import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { TellNextDate } from './tell-next-date.ts';

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class NextDateController {
  constructor(
    private readonly tellNextDate: TellNextDate,
    private readonly newMail: NewMailSignal,
  ) {}

  @Handles(notifyRoutes.askForNextDate)
  async ask({ body, source }: In['askForNextDate']): Promise<Out['askForNextDate']> {
    await this.tellNextDate.askOwner(body.email, source);
    this.newMail.raise();
    return { received: true };
  }

  @Handles(notifyRoutes.confirmNextDate)
  async confirm({ body }: In['confirmNextDate']): Promise<Out['confirmNextDate']> {
    await this.tellNextDate.confirm(body.token);
    return { confirmed: true };
  }

  @Handles(notifyRoutes.leaveNextDate)
  async leave({ body }: In['leaveNextDate']): Promise<Out['leaveNextDate']> {
    await this.tellNextDate.leave(body.token);
    return { left: true };
  }

  @Handles(notifyRoutes.leaveNextDateAtOnce)
  async leaveAtOnce({ query }: In['leaveNextDateAtOnce']): Promise<Out['leaveNextDateAtOnce']> {
    await this.tellNextDate.leave(query.token);
    return { left: true };
  }
}
