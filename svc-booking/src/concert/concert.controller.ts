import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ChangeConcertState } from './change-concert-state.ts';
import { ShowConcert } from './show-concert.ts';

@Controller()
export class ConcertController {
  constructor(
    private readonly show: ShowConcert,
    private readonly changeState: ChangeConcertState,
  ) {}

  @Handles(bookingRoutes.showConcert)
  showConcert(): Promise<AnswerOf<typeof bookingRoutes.showConcert>> {
    return this.show.now();
  }

  @Handles(bookingRoutes.changeConcertState)
  change(
    @Call() call: CallOf<typeof bookingRoutes.changeConcertState>,
    @Who() who: Identity,
  ): Promise<AnswerOf<typeof bookingRoutes.changeConcertState>> {
    return this.changeState.change(call.body.state, call.body.reason, who);
  }
}
