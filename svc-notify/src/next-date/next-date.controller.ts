import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { Call, Handles } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { SendMailsWorker } from '../mails/send-mails.worker.ts';
import { TellNextDate } from './tell-next-date.ts';

type Routes = typeof notifyRoutes;

@Controller()
export class NextDateController {
  constructor(
    private readonly tellNextDate: TellNextDate,
    private readonly worker: SendMailsWorker,
  ) {}

  @Handles(notifyRoutes.askForNextDate)
  async ask(@Call() { body }: CallOf<Routes['askForNextDate']>): Promise<AnswerOf<Routes['askForNextDate']>> {
    await this.tellNextDate.ask(body.email);
    this.worker.wake();
    return { received: true };
  }

  @Handles(notifyRoutes.confirmNextDate)
  async confirm(@Call() { body }: CallOf<Routes['confirmNextDate']>): Promise<AnswerOf<Routes['confirmNextDate']>> {
    await this.tellNextDate.confirm(body.token);
    return { confirmed: true };
  }

  @Handles(notifyRoutes.leaveNextDate)
  async leave(@Call() { body }: CallOf<Routes['leaveNextDate']>): Promise<AnswerOf<Routes['leaveNextDate']>> {
    await this.tellNextDate.leave(body.token);
    return { left: true };
  }
}
