import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { OpenSale } from './open-sale.ts';
import { ShowGoLive } from './show-go-live.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class GoLiveController {
  constructor(
    private readonly goLive: ShowGoLive,
    private readonly sale: OpenSale,
  ) {}

  @Handles(bookingRoutes.showGoLive)
  show(): Promise<Out['showGoLive']> {
    return this.goLive.look();
  }

  @Handles(bookingRoutes.confirmPrices)
  confirm({ body, who }: In['confirmPrices']): Promise<Out['confirmPrices']> {
    return this.sale.confirmPrices(body.version, who);
  }

  @Handles(bookingRoutes.openSale)
  open({ body, who }: In['openSale']): Promise<Out['openSale']> {
    return this.sale.open(body.version, who);
  }
}
