import { randomUUID } from 'node:crypto';
import type { Identity } from '@concert/contracts/core/identity';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { ServiceInTest, type Answer } from '@concert/service-kit/service-in-test.harness';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { BuiltService, type Launched, type LaunchOptions } from '@concert/test-kit/built-service';
import { compileServers } from '@concert/machine-kit/build';
import { bookingServiceCollections, bookingServiceIndexes } from './indexes.ts';
import { bookingMigrations } from './migrations/migrations.ts';

/** The built svc-booking as any number of processes on one database and broker. */
export class BuiltBooking extends ServiceInTest {
  readonly #ticketKey = makeKeyPair().privateKey;
  readonly #processes = new BuiltService('svc-booking');

  constructor() {
    super('svc-booking', bookingServiceCollections);
  }

  /** Compiles the service and migrates its database. */
  async prepare(): Promise<void> {
    await compileServers(['contracts', 'service-kit', 'svc-booking']);
    await this.openServers(
      bookingServiceIndexes,
      bookingMigrations('open', () => new Date()),
      false,
    );
  }

  /** Starts a process and waits until it is ready. */
  launch(name: string, args: readonly string[] = []): Promise<Launched> {
    return this.#processes.launch(this.#options(name, args));
  }

  /** Starts a process that may end before it is ready. */
  begin(name: string, args: readonly string[] = []): Promise<Launched> {
    return this.#processes.begin(this.#options(name, args));
  }

  #options(as: string, args: readonly string[]): LaunchOptions {
    const settings = {
      ...this.settingsOfAll(),
      LOG_LEVEL: 'info',
      TICKET_SIGNING_KEYS: this.#ticketKey,
      PAYMENTS_LIVE: 'false',
      AUTH_URL: 'http://127.0.0.1:9',
      PAYMENT_URL: 'http://127.0.0.1:9',
      NOTIFY_URL: 'http://127.0.0.1:9',
    };
    return { as, settings, args };
  }

  /** Stops all processes. */
  stopAll(): Promise<void> {
    return this.#processes.stopAll();
  }

  async close(): Promise<void> {
    await this.#processes.close();
    await this.closeServers();
  }

  /** Publishes that some bookings were paid for, as svc-payment does. @param amountMinor of each */
  async tellOfPayment(bookingIds: readonly string[], amountMinor: number): Promise<void> {
    for (const bookingId of bookingIds) {
      const settledAt = new Date().toISOString();
      const money = { amount: { amountMinor, currency: 'USD' }, settledAt, cause: 'webhook' };
      const data = { bookingId, checkoutSessionId: `cs_${bookingId}`, paymentIntentId: `pi_${bookingId}`, ...money };
      await this.owners.tell(sessionSettledV1, data, { subject: bookingId });
    }
  }

  /** Reserves seats as the gateway does. */
  reserve(url: string, who: Identity, { key, ...wanted }: Order): Promise<Answer> {
    return this.send('POST', '/api/reserve-your-seat', { who, key, body: { ...orderOf(who), ...wanted } }, url);
  }

  /** Holds seats for whoever proves this person's email. */
  hold(url: string, who: Identity, { key, ...wanted }: Order): Promise<Answer> {
    const body = { ...orderOf(who), ...wanted, hold_secret: randomUUID().replaceAll('-', '') };
    return this.send('POST', '/api/reserve-your-seat/hold', { key, body }, url);
  }
}

interface Order {
  readonly seating: string;
  readonly notickets: number;
  readonly amount: number;
  readonly key: string;
}

const orderOf = ({ email }: Identity) => ({ firstname: 'Person', lastname: '', email, phoneno: '5551234567', currency: 'USD' });
