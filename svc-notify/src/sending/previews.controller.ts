import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { PreviewMessage } from './preview-message.ts';

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class PreviewsController {
  constructor(private readonly message: PreviewMessage) {}

  @Handles(notifyRoutes.previewMessage)
  preview({ body: { purpose, reader, ...message } }: In['previewMessage']): Promise<Out['previewMessage']> {
    return this.message.preview(purpose, reader, message);
  }

  @Handles(notifyRoutes.testMessage)
  async test({ body: { purpose, reader, ...message }, who }: In['testMessage']): Promise<Out['testMessage']> {
    return { sentTo: await this.message.test(purpose, reader, message, who) };
  }
}
