import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { PostponeConcert } from './postpone-concert.ts';
import { SaveSettings } from './save-settings.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class ConcertSettingsController {
  constructor(
    private readonly settings: SaveSettings,
    private readonly postponing: PostponeConcert,
  ) {}

  @Handles(bookingRoutes.showSettings)
  show(): Promise<Out['showSettings']> {
    return this.settings.show();
  }

  @Handles(bookingRoutes.saveSettings)
  save({ body, who }: In['saveSettings']): Promise<Out['saveSettings']> {
    return this.settings.save(body, who);
  }

  @Handles(bookingRoutes.postponeConcert)
  async postpone({ body, who }: In['postponeConcert']): Promise<Out['postponeConcert']> {
    await this.postponing.postpone(body, who);
    return this.settings.show();
  }
}
