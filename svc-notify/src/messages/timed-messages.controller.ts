import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { SetTimedMessages } from './set-timed-messages.ts';

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class TimedMessagesController {
  constructor(private readonly messages: SetTimedMessages) {}

  @Handles(notifyRoutes.listTimedMessages)
  async list(): Promise<Out['listTimedMessages']> {
    return { items: await this.messages.list() };
  }

  @Handles(notifyRoutes.changeTimedMessage)
  change({ params, body, who }: In['changeTimedMessage']): Promise<Out['changeTimedMessage']> {
    return this.messages.change(params.message, body, who);
  }
}
