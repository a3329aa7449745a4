import { bookingRoutes } from '@concert/contracts/booking/http';
import { bookingMoneyRoutes } from '@concert/contracts/booking/money';
import { refundBookingRoutes } from '@concert/contracts/booking/refunds';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { BeginPayment } from './begin-payment.ts';
import { FreeLostSeats } from './free-lost-seats.ts';
import { RestoreBooking } from './restore-booking.ts';
import { ShowBookingMoney } from './show-booking-money.ts';
import { ShowRefundBookings } from './show-refund-bookings.ts';

type Routes = typeof bookingRoutes & typeof bookingMoneyRoutes & typeof refundBookingRoutes;
type In = CallsOf<Routes>;
type Out = AnswersOf<Routes>;

@Controller()
export class PaymentsController {
  constructor(
    private readonly beginPayment: BeginPayment,
    private readonly freeSeats: FreeLostSeats,
    private readonly money: ShowBookingMoney,
    private readonly restoreBooking: RestoreBooking,
    private readonly refunds: ShowRefundBookings,
  ) {}

  @Handles(bookingRoutes.beginPayment)
  begin({ body: { bookingId, userId, prolong } }: In['beginPayment']): Promise<Out['beginPayment']> {
    return this.beginPayment.begin(bookingId, userId, prolong);
  }

  @Handles(bookingRoutes.freeLostSeats)
  async free({ params, who }: In['freeLostSeats']): Promise<Out['freeLostSeats']> {
    return { status: await this.freeSeats.free(params.bookingId, who) };
  }

  @Handles(bookingMoneyRoutes.listBookingMoney)
  listMoney({ query }: In['listBookingMoney']): Promise<Out['listBookingMoney']> {
    return this.money.page(query.cursor);
  }

  @Handles(bookingMoneyRoutes.restoreBooking)
  restore({ body }: In['restoreBooking']): Promise<Out['restoreBooking']> {
    return this.restoreBooking.restore(body);
  }

  @Handles(refundBookingRoutes.showRefundBookings)
  showRefundBookings({ body }: In['showRefundBookings']): Promise<Out['showRefundBookings']> {
    return this.refunds.show(body.bookingIds);
  }
}
