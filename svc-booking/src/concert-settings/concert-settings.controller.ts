import { bookingRoutes } from '@concert/contracts/booking/http';
import type { settingsRoutes } from '@concert/contracts/booking/settings';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { SaveSettings } from './save-settings.ts';

type Routes = typeof settingsRoutes;

@Controller()
export class ConcertSettingsController {
  constructor(private readonly settings: SaveSettings) {}

  @Handles(bookingRoutes.showSettings)
  show(): Promise<AnswerOf<Routes['showSettings']>> {
    return this.settings.show();
  }

  @Handles(bookingRoutes.saveSettings)
  save(@Call() call: CallOf<Routes['saveSettings']>, @Who() who: Identity): Promise<AnswerOf<Routes['saveSettings']>> {
    return this.settings.save(call.body, who);
  }
}
