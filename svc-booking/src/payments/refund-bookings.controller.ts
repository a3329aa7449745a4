import { refundBookingRoutes } from '@concert/contracts/booking/refunds';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowRefundBookings } from './show-refund-bookings.ts';

type In = CallsOf<typeof refundBookingRoutes>;
type Out = AnswersOf<typeof refundBookingRoutes>;

@Controller()
export class RefundBookingsController {
  constructor(private readonly show: ShowRefundBookings) {}

  @Handles(refundBookingRoutes.showRefundBookings)
  bookings({ body }: In['showRefundBookings']): Promise<Out['showRefundBookings']> {
    return this.show.show(body.bookingIds);
  }
}
