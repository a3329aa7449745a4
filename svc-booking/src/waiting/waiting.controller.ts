import { waitingRoutes } from '@concert/contracts/booking/waiting';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { WaitingList } from './waiting-list.ts';

type In = CallsOf<typeof waitingRoutes>;
type Out = AnswersOf<typeof waitingRoutes>;

@Controller()
export class WaitingController {
  constructor(private readonly waiting: WaitingList) {}

  @Handles(waitingRoutes.waitForSeats)
  join({ body, who }: In['waitForSeats']): Promise<Out['waitForSeats']> {
    return this.waiting.join(body, who);
  }

  @Handles(waitingRoutes.showOwnWaiting)
  own({ who }: In['showOwnWaiting']): Promise<Out['showOwnWaiting']> {
    return this.waiting.own(who);
  }

  @Handles(waitingRoutes.leaveWaiting)
  async leave({ params, body, who }: In['leaveWaiting']): Promise<Out['leaveWaiting']> {
    return { state: await this.waiting.leave(params.waitingId, body.ref2, who) };
  }

  @Handles(waitingRoutes.leaveWaitingAtOnce)
  async leaveAtOnce({ query }: In['leaveWaitingAtOnce']): Promise<Out['leaveWaitingAtOnce']> {
    return { state: await this.waiting.leave(query.ref, query.ref2, undefined) };
  }

  @Handles(waitingRoutes.listWaiting)
  list({ query, who }: In['listWaiting']): Promise<Out['listWaiting']> {
    return this.waiting.list(query, who);
  }

  @Handles(waitingRoutes.offerByHand)
  offer({ params, who }: In['offerByHand']): Promise<Out['offerByHand']> {
    return this.waiting.offer(params.waitingId, who);
  }

  @Handles(waitingRoutes.removeWaiting)
  async remove({ params, who }: In['removeWaiting']): Promise<Out['removeWaiting']> {
    return { state: await this.waiting.remove(params.waitingId, who) };
  }

  @Handles(waitingRoutes.closeWaiting)
  close({ body, who }: In['closeWaiting']): Promise<Out['closeWaiting']> {
    return this.waiting.close(body.closed, who);
  }

  @Handles(waitingRoutes.showWaitingMail)
  mail({ params }: In['showWaitingMail']): Promise<Out['showWaitingMail']> {
    return this.waiting.mail(params.waitingId);
  }
}
