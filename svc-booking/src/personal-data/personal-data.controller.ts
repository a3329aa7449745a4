import { bookingRoutes } from '@concert/contracts/booking/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowBookingData } from './show-booking-data.ts';

type In = CallsOf<typeof bookingRoutes>;
type Out = AnswersOf<typeof bookingRoutes>;

@Controller()
export class PersonalDataController {
  constructor(private readonly show: ShowBookingData) {}

  @Handles(bookingRoutes.showOpenMoney)
  async openMoney({ params }: In['showOpenMoney']): Promise<Out['showOpenMoney']> {
    return { open: await this.show.openMoney(params.userId) };
  }

  @Handles(bookingRoutes.showBookingData)
  data({ body }: In['showBookingData']): Promise<Out['showBookingData']> {
    return this.show.of(body.userId, body.email);
  }
}
