import type { BookingView } from '@concert/contracts/booking/http';
import type { BookingId } from '@concert/contracts/core/ids';

/** A booking of the signed-in person, with a ticket while it is paid. */
export function bookingView(number: number, status: BookingView['status'] = 'paid'): BookingView {
  const id = `bk_${String(number).padStart(26, '0')}` as BookingId;
  return {
    id,
    userbookingid: id,
    firstname: 'Meera',
    lastname: '',
    email: 'meera@example.org',
    phoneno: '',
    seating: 'General Seating',
    notickets: 1,
    amount: 2_500,
    currency: 'USD',
    status,
    created_at: { _seconds: 1_719_770_651 },
    ...(status === 'paid' ? { ref2: `signed-${number}`, tickets: [{ number: 1, code: 'code' }] } : {}),
  };
}
