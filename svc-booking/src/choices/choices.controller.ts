import { choiceRoutes } from '@concert/contracts/booking/choices';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ChooseTickets } from './choose-tickets.ts';
import { CountChoices } from './count-choices.ts';

type In = CallsOf<typeof choiceRoutes>;
type Out = AnswersOf<typeof choiceRoutes>;

@Controller()
export class ChoicesController {
  constructor(
    private readonly choose: ChooseTickets,
    private readonly counts: CountChoices,
  ) {}

  @Handles(choiceRoutes.showChoice)
  show({ params, body, who }: In['showChoice']): Promise<Out['showChoice']> {
    return this.choose.show(params.bookingId, body.ref2, who);
  }

  @Handles(choiceRoutes.saveChoice)
  save({ params, body: { ref2, confirm, ...wish }, who }: In['saveChoice']): Promise<Out['saveChoice']> {
    return this.choose.save(params.bookingId, wish, { ref2, confirm }, who);
  }

  @Handles(choiceRoutes.showChoiceMail)
  mail({ params }: In['showChoiceMail']): Promise<Out['showChoiceMail']> {
    return this.choose.mail(params.bookingId);
  }

  @Handles(choiceRoutes.showChoiceCounts)
  async count(): Promise<Out['showChoiceCounts']> {
    const counts = await this.counts.count();
    return counts ? { counts } : {};
  }
}
