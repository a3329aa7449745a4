import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowReadiness } from './show-readiness.ts';

type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class ReadinessController {
  constructor(private readonly readiness: ShowReadiness) {}

  @Handles(notifyRoutes.showNotifyReadiness)
  async show(): Promise<Out['showNotifyReadiness']> {
    return { rows: await this.readiness.rows() };
  }

  @Handles(notifyRoutes.sendTestMail)
  send(): Promise<Out['sendTestMail']> {
    return this.readiness.sendTestMail();
  }
}
