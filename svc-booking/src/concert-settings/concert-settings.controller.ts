import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { SaveSettings } from './save-settings.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class ConcertSettingsController {
  constructor(private readonly settings: SaveSettings) {}

  @Handles(bookingRoutes.showSettings)
  show(): Promise<Out['showSettings']> {
    return this.settings.show();
  }

  @Handles(bookingRoutes.saveSettings)
  save({ body, who }: In['saveSettings']): Promise<Out['saveSettings']> {
    return this.settings.save(body, who);
  }
}
