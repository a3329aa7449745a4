import { refundBookingRoutes } from '@concert/contracts/booking/refunds';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ShowRefundBookings } from './show-refund-bookings.ts';

type Route = typeof refundBookingRoutes.showRefundBookings;

@Controller()
export class RefundBookingsController {
  constructor(private readonly show: ShowRefundBookings) {}

  @Handles(refundBookingRoutes.showRefundBookings)
  bookings(@Call() call: CallOf<Route>): Promise<AnswerOf<Route>> {
    return this.show.show(call.body.bookingIds);
  }
}
