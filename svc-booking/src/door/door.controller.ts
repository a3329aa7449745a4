import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { LetIn } from './let-in.ts';
import { LookUpHolders } from './look-up-holders.ts';
import { ShowDoor } from './show-door.ts';
import { TakeAdmissionBack } from './take-admission-back.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class DoorController {
  constructor(
    private readonly show: ShowDoor,
    private readonly letIn: LetIn,
    private readonly holders: LookUpHolders,
    private readonly takingBack: TakeAdmissionBack,
  ) {}

  @Handles(bookingRoutes.showDoor)
  state({ who }: In['showDoor']): Promise<Out['showDoor']> {
    return this.show.state(who);
  }

  @Handles(bookingRoutes.showDoorList)
  list({ query }: In['showDoorList']): Promise<Out['showDoorList']> {
    return this.show.list(query.cursor);
  }

  @Handles(bookingRoutes.lookUpHolders)
  lookUp({ body, who }: In['lookUpHolders']): Promise<Out['lookUpHolders']> {
    return this.holders.lookUp(body, who);
  }

  @Handles(bookingRoutes.takeAdmissionBack)
  takeBack({ body, who }: In['takeAdmissionBack']): Promise<Out['takeAdmissionBack']> {
    return this.takingBack.takeBack(body, who);
  }

  @Handles(bookingRoutes.showArrivals)
  arrivals(): Promise<Out['showArrivals']> {
    return this.show.arrivals();
  }

  @Handles(bookingRoutes.scan)
  async scan({ body, who }: In['scan']): Promise<Out['scan']> {
    const results = await this.letIn.decide(body.scans, who);
    return { results, inside: await this.show.inside() };
  }
}
