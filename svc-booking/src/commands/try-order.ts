import { priceMinor, SEATINGS, seatingRules } from '@concert/contracts/booking/seating';
import { money } from '@concert/contracts/core/money';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { randomIds, systemClock } from '@concert/service-kit/process/clock';
import { databaseSettings, readSettings } from '@concert/service-kit/process/settings';
import { CommandError, runCommand } from '@concert/service-kit/store/command';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Transactions, type ClientSession } from '@concert/service-kit/store/mongo';
import { newBooking, transitioned, type Order } from '../bookings/booking.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { SettleBooking } from '../payments/settle-booking.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { bookingSettings } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';

/*
 * Sells one seat, makes its ticket and gives it back, all in one transaction that is never committed: nothing is sent, and nothing stays. An
 * upgrade tries a house so before it opens. Ends with code 1 where that does not work.
 */

const UNDONE = new Error('undone');

/** Transactions that do all of their work, on the real database, and store nothing. */
class UndoneTransactions extends Transactions {
  override async run<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const done: T[] = [];
    await super
      .run(async (session) => {
        done[0] = await work(session);
        // Where there was nothing to store it is over already.
        if (session.inTransaction()) throw UNDONE;
      })
      .catch((error: unknown) => {
        if (error !== UNDONE) throw error;
      });
    return done[0]!;
  }
}

const { TICKET_SIGNING_KEYS, PAYMENTS_LIVE, PUBLIC_ORIGIN, CONTACT_EMAIL } = bookingSettings;
const read = () => readSettings({ ...databaseSettings, TICKET_SIGNING_KEYS, PAYMENTS_LIVE, PUBLIC_ORIGIN, CONTACT_EMAIL });

await runCommand('svc-booking', 'a seat could not be sold', read, async (connection, settings) => {
  const concert = new MongoConcert(connection, settings.PAYMENTS_LIVE, settings.PUBLIC_ORIGIN, settings.CONTACT_EMAIL);
  const transactions = new UndoneTransactions(connection);
  const outbox = new Outbox(connection, 'svc-booking', systemClock);
  const lanes = new SeatLanes(
    ...([new MongoBookings(connection), new MongoStock(connection), concert, transactions, outbox] as const),
    ...([new Idempotency(connection, systemClock), new Inbox(connection, transactions, systemClock)] as const),
    ...([new MongoAdmissions(connection), systemClock, 5_000] as const),
  );
  const settling = new SettleBooking(outbox, randomIds);
  const signer = new TicketSigner(settings.TICKET_SIGNING_KEYS);

  const sell = (seats: SeatDraft): boolean => {
    const order: Order = {
      ...{ id: randomIds.next('booking'), userId: randomIds.next('user'), seating: seats.stock.seating, tickets: 1, host: 'try-order' },
      ...{ firstname: 'Trial', lastname: 'Order', email: 'trial@concert.example', phoneno: '555-0100' },
    };
    const price = money(priceMinor(order.seating, 1, seatingRules(seats.concert.pricing)));
    if (!seats.put(newBooking(order, price, seats.now, 60))) return false;
    const outcome = settling.settle(seats, { bookingId: order.id, checkoutSessionId: order.id, amount: price, cause: 'trial' });
    const booking = seats.booking(order.id)!;
    const [ticket] = booking.ticketIds;
    if (outcome !== 'paid' || !ticket) throw new CommandError(`a seat that was paid for is not sold: ${outcome}`);
    if (signer.ticketOf(signer.ticketCode(ticket)) !== ticket) throw new CommandError('a ticket is not known by its own code');
    seats.put(transitioned(booking, 'refunded', { at: seats.now, actor: 'svc-payment', cause: 'trial' }));
    return true;
  };

  if ((await concert.current()).state === 'cancelled') return void process.stdout.write('The concert is cancelled: no seat was tried.\n');
  for (const seating of SEATINGS)
    if (await lanes.submit(seating, { decide: sell }))
      return void process.stdout.write(`One seat of ${seating} was sold and given back; nothing of it stays.\n`);
  process.stdout.write('Every seat is sold: none was left to try with.\n');
});
