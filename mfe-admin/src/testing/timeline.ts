import type { Timeline } from '@concert/contracts/booking/timeline';
import { usd } from './dry-run.ts';

/** A paid booking as its timeline shows it. */
export function timelineBooking(over: Partial<Timeline['booking']> = {}): Timeline['booking'] {
  return {
    id: `bk_${'1'.padStart(20, '0')}`,
    firstname: 'Meera',
    lastname: 'Raghavan',
    email: 'meera-1@example.org',
    phoneno: '',
    seating: 'General Seating',
    notickets: 2,
    amount: usd(5_000),
    price: usd(5_000),
    status: 'paid',
    createdAt: '2024-06-30T22:04:11.000Z',
    providerIds: [],
    ...over,
  };
}
