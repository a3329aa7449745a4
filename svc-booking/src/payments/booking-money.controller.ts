import { bookingMoneyRoutes } from '@concert/contracts/booking/money';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { RestoreBooking } from './restore-booking.ts';
import { ShowBookingMoney } from './show-booking-money.ts';

type Routes = typeof bookingMoneyRoutes;

@Controller()
export class BookingMoneyController {
  constructor(
    private readonly show: ShowBookingMoney,
    private readonly restoreBooking: RestoreBooking,
  ) {}

  @Handles(bookingMoneyRoutes.listBookingMoney)
  list(@Call() call: CallOf<Routes['listBookingMoney']>): Promise<AnswerOf<Routes['listBookingMoney']>> {
    return this.show.page(call.query.cursor);
  }

  @Handles(bookingMoneyRoutes.restoreBooking)
  restore(@Call() call: CallOf<Routes['restoreBooking']>): Promise<AnswerOf<Routes['restoreBooking']>> {
    return this.restoreBooking.restore(call.body);
  }
}
