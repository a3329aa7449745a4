import { bookingRoutes } from '@concert/contracts/booking/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import { Handles } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ShowConcert } from './show-concert.ts';

@Controller()
export class ConcertController {
  constructor(private readonly show: ShowConcert) {}

  @Handles(bookingRoutes.showConcert)
  showConcert(): Promise<AnswerOf<typeof bookingRoutes.showConcert>> {
    return this.show.now();
  }
}
