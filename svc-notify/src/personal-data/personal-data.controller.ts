import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowOwnData } from './show-own-data.ts';

@Controller()
export class PersonalDataController {
  constructor(private readonly show: ShowOwnData) {}

  @Handles(notifyRoutes.showOwnData)
  data({ who }: CallsOf<typeof notifyRoutes>['showOwnData']): Promise<AnswersOf<typeof notifyRoutes>['showOwnData']> {
    return this.show.of(who);
  }
}
