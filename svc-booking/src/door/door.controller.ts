import type { doorRoutes as Door } from '@concert/contracts/booking/door';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { LetIn } from './let-in.ts';
import { ShowDoor } from './show-door.ts';

type Routes = typeof Door;

@Controller()
export class DoorController {
  constructor(
    private readonly show: ShowDoor,
    private readonly letIn: LetIn,
  ) {}

  @Handles(bookingRoutes.showDoor)
  state(): Promise<AnswerOf<Routes['showDoor']>> {
    return this.show.state();
  }

  @Handles(bookingRoutes.showDoorList)
  list(@Call() call: CallOf<Routes['showDoorList']>): Promise<AnswerOf<Routes['showDoorList']>> {
    return this.show.list(call.query.cursor);
  }

  @Handles(bookingRoutes.scan)
  async scan(@Call() call: CallOf<Routes['scan']>, @Who() who: Identity): Promise<AnswerOf<Routes['scan']>> {
    const results = await this.letIn.decide(call.body.scans, who);
    return { results, inside: await this.show.inside() };
  }
}
