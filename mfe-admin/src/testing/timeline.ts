import type { Timeline } from '@concert/contracts/booking/timeline';
import type { BookingId } from '@concert/contracts/core/ids';
import { dollars } from './dry-run.ts';

/** A paid booking as its timeline shows it. */
export function timelineBooking({
  id = `bk_${'1'.padStart(26, '0')}`,
  ...over
}: Partial<Omit<Timeline['booking'], 'id'>> & { readonly id?: string } = {}): Timeline['booking'] {
  return {
    id: id as BookingId,
    firstname: 'Meera',
    lastname: 'Raghavan',
    email: 'meera-1@example.org',
    phoneno: '',
    seating: 'General Seating',
    notickets: 2,
    amount: dollars(5_000),
    price: dollars(5_000),
    status: 'paid',
    createdAt: '2024-06-30T22:04:11.000Z',
    providerIds: [],
    ...over,
  };
}
