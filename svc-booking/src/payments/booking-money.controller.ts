import { bookingMoneyRoutes } from '@concert/contracts/booking/money';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { RestoreBooking } from './restore-booking.ts';
import { ShowBookingMoney } from './show-booking-money.ts';

type In = CallsOf<typeof bookingMoneyRoutes>;
type Out = AnswersOf<typeof bookingMoneyRoutes>;

@Controller()
export class BookingMoneyController {
  constructor(
    private readonly show: ShowBookingMoney,
    private readonly restoreBooking: RestoreBooking,
  ) {}

  @Handles(bookingMoneyRoutes.listBookingMoney)
  list({ query }: In['listBookingMoney']): Promise<Out['listBookingMoney']> {
    return this.show.page(query.cursor);
  }

  @Handles(bookingMoneyRoutes.restoreBooking)
  restore({ body }: In['restoreBooking']): Promise<Out['restoreBooking']> {
    return this.restoreBooking.restore(body);
  }
}
