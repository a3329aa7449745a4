import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { TimedMessageDesk } from './timed-message-desk.ts';

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class TimedMessagesController {
  constructor(private readonly desk: TimedMessageDesk) {}

  @Handles(notifyRoutes.listTimedMessages)
  async list(): Promise<Out['listTimedMessages']> {
    return { items: await this.desk.list() };
  }

  @Handles(notifyRoutes.changeTimedMessage)
  change({ params, body, who }: In['changeTimedMessage']): Promise<Out['changeTimedMessage']> {
    return this.desk.change(params.message, body, who);
  }
}
