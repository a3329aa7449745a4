import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import { money } from '@concert/contracts/core/money';
import { CLOCK, randomIds } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { Transactions, type ClientSession } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { CONCERT } from '../../concert/concert.repository.ts';
import { RunningBooking } from '../../running-booking.harness.ts';
import { STOCK } from '../../seats/stock.repository.ts';
import { newBooking, type Booking } from '../booking.ts';
import { BOOKINGS, type BookingsRepository } from '../bookings.repository.ts';
import { SeatLanes } from './seat-lanes.ts';

const SEATING: Seating = 'General Seating';
const COPIES = 2;
const BUYERS = 25;
const EACH = 16;
const SEATS = 500;

const booking = new RunningBooking();

/** A lane like that of another process, which notes what it does. */
class Copy {
  /** Batches written, batches committed, and what ended those that were written in vain. */
  written = 0;
  committed = 0;
  readonly vain: unknown[] = [];
  seats = 0;
  private readonly lanes: SeatLanes;

  constructor() {
    const known = booking.service.app;
    const transactions = known.get(Transactions);
    const watchedTransactions = {
      run: async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
        const before = this.written;
        const outcome = await transactions.run(async (session) => {
          const earlier = this.written;
          try {
            return await work(session);
          } catch (error) {
            if (this.written > earlier) this.vain.push(error);
            throw error;
          }
        });
        if (this.written > before) this.committed += 1;
        return outcome;
      },
    };
    const bookings = known.get<BookingsRepository>(BOOKINGS);
    const watchedBookings: BookingsRepository = Object.create(bookings, {
      write: {
        value: (...steps: Parameters<BookingsRepository['write']>) => {
          this.written += 1;
          return bookings.write(...steps);
        },
      },
    }) as BookingsRepository;
    this.lanes = new SeatLanes(
      watchedBookings,
      known.get(STOCK),
      known.get(CONCERT),
      watchedTransactions as Transactions,
      known.get(Outbox),
      known.get(Idempotency),
      known.get(Inbox),
      known.get(CLOCK),
      60_000,
    );
  }

  /** Buyers who reserve one after the other. */
  async sell(): Promise<void> {
    const buyer = async () => {
      for (let count = 0; count < EACH; count += 1) {
        const added = fresh();
        if (await this.lanes.submit(SEATING, { decide: (seats) => seats.put(added) })) this.seats += 1;
      }
    };
    await Promise.all(Array.from({ length: BUYERS }, buyer));
  }
}

function fresh(): Booking {
  const { userId, email } = booking.person();
  const words = { firstname: 'Anna', lastname: '', email, phoneno: '5551234567', host: '' };
  return newBooking(
    { id: randomIds.next('booking'), userId, seating: SEATING, tickets: 1, ...words },
    money(priceMinor(SEATING, 1)),
    booking.clock.now(),
    1_800,
  );
}

beforeAll(async () => {
  await booking.start();
  await booking.database
    .collection<{ _id: string }>('stock')
    .updateOne({ _id: SEATING }, { $set: { capacity: SEATS }, $inc: { version: 1 } });
}, 60_000);
afterAll(() => booking.stop());

it('B1-12 copies share a category: all seats are sold, none twice, and no batch is written in vain', async () => {
  const copies = Array.from({ length: COPIES }, () => new Copy());
  await Promise.all(copies.map((copy) => copy.sell()));
  const sum = (of: (copy: Copy) => number) => copies.reduce((total, copy) => total + of(copy), 0);
  const { held, sold } = (await booking.database
    .collection<{ _id: string; held: number; sold: number }>('stock')
    .findOne({ _id: SEATING }))!;
  expect([sum(({ seats }) => seats), held + sold]).toEqual([SEATS, SEATS]);
  // A failure says why.
  expect(copies.flatMap(({ vain }) => vain)).toEqual([]);
  expect(sum(({ written }) => written)).toBe(sum(({ committed }) => committed));
}, 60_000);
