import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ChangeConcertState } from './change-concert-state.ts';
import { ShowConcert } from './show-concert.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class ConcertController {
  constructor(
    private readonly show: ShowConcert,
    private readonly changeState: ChangeConcertState,
  ) {}

  @Handles(bookingRoutes.showConcert)
  showConcert(): Promise<Out['showConcert']> {
    return this.show.now();
  }

  @Handles(bookingRoutes.changeConcertState)
  change({ body, who }: In['changeConcertState']): Promise<Out['changeConcertState']> {
    return this.changeState.change(body.state, body.reason, who);
  }
}
