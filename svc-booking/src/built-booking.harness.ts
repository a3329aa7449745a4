import { randomUUID } from 'node:crypto';
import { IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { migrate } from '@concert/service-kit/migrations';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { Neighbours } from '@concert/test-kit/broker';
import { BuiltService, type Launched, type LaunchOptions } from '@concert/test-kit/built-service';
import { KeyRing } from '@concert/test-kit/keys';
import { numberedPerson } from '@concert/test-kit/numbered';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';
import { FACTS } from '@concert/contracts/facts';
import { compileServers } from '@concert/machine-kit/build';
import { bookingServiceIndexes } from './indexes.ts';
import { bookingMigrations } from './migrations/migrations.ts';

/** The built svc-booking as any number of processes on one database and broker. */
export class BuiltBooking {
  readonly room = openTestRoom();
  readonly keys = new KeyRing(['gateway', 'svc-booking', 'svc-payment', 'svc-notify']);
  readonly gateway = new IdentitySigner('gateway', this.keys.settingsFor('gateway').IDENTITY_PRIVATE_KEY);
  database!: Connection;
  readonly #ticketKey = makeKeyPair().privateKey;
  readonly #processes = new BuiltService('svc-booking');
  #people = 0;

  /** Compiles the service and migrates its database. */
  async prepare(): Promise<void> {
    await compileServers(['contracts', 'service-kit', 'svc-booking']);
    await this.room.openBroker(FACTS);
    this.database = await mongoose.createConnection(this.room.mongoUrl).asPromise();
    await migrate(
      this.database,
      bookingMigrations('open', () => new Date()),
      bookingServiceIndexes,
      () => undefined,
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
      ...this.room.settingsOf('svc-booking'),
      ...this.keys.settingsFor('svc-booking'),
      PUBLIC_ORIGIN: 'http://localhost:8080',
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
    await this.database?.close();
    await this.room.close();
  }

  /** A new person who has just signed in. */
  person(): Identity {
    return numberedPerson((this.#people += 1));
  }

  /** Publishes that some bookings were paid for, as svc-payment does. @param amountMinor of each */
  async tellOfPayment(bookingIds: readonly string[], amountMinor: number): Promise<void> {
    const neighbours = new Neighbours(this.room);
    for (const bookingId of bookingIds) {
      const settledAt = new Date().toISOString();
      const money = { amount: { amountMinor, currency: 'USD' }, settledAt, cause: 'webhook' };
      const data = { bookingId, checkoutSessionId: `cs_${bookingId}`, paymentIntentId: `pi_${bookingId}`, ...money };
      await neighbours.tell(sessionSettledV1, data, { subject: bookingId });
    }
    await neighbours.close();
  }

  /** Reserves seats as the gateway does. */
  async reserve(url: string, who: Identity, { key, ...wanted }: Order): Promise<Reply> {
    const body = { ...orderOf(who), ...wanted };
    return post(`${url}/api/reserve-your-seat`, body, { ...(await this.#signed(who)), 'idempotency-key': key });
  }

  /** Holds seats for whoever proves this person's email. */
  hold(url: string, who: Identity, { key, ...wanted }: Order): Promise<Reply> {
    const body = { ...orderOf(who), ...wanted, hold_secret: randomUUID().replaceAll('-', '') };
    return post(`${url}/api/reserve-your-seat/hold`, body, { 'idempotency-key': key });
  }

  async #signed(who: Identity): Promise<Record<string, string>> {
    return { [IDENTITY_HEADER]: await this.gateway.signIdentity(who, 'svc-booking') };
  }
}

interface Order {
  readonly seating: string;
  readonly notickets: number;
  readonly amount: number;
  readonly key: string;
}

interface Reply {
  readonly status: number;
  readonly body: { readonly id?: string; readonly notickets?: number; readonly resumed?: boolean; readonly code?: string };
}

const orderOf = ({ email }: Identity) => ({ firstname: 'Person', lastname: '', email, phoneno: '5551234567', currency: 'USD' });

async function post(address: string, body: object, headers: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}
