import { askStandIn } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import type { Mail } from '@concert/stand-ins/mail/mail';
import { runningSystem } from '../dev/system/running-system.ts';
import type { SystemAddress } from '../dev/system/address.ts';

/** A look behind the site: its databases and the stand-ins it was pointed at. Journeys read here, they never write. */
export class SystemInspector {
  readonly system: SystemAddress;
  readonly #connections = new Map<string, Promise<mongoose.Connection>>();

  constructor(system: SystemAddress = runningSystem()) {
    this.system = system;
  }

  /** One document of a service's database. */
  async document(service: keyof SystemAddress['mongo'], collection: string, filter: object): Promise<Record<string, unknown> | null> {
    return (await this.#collection(service, collection)).findOne(filter);
  }

  /** How many documents of a service's database are like this. */
  async count(service: keyof SystemAddress['mongo'], collection: string, filter: object): Promise<number> {
    return (await this.#collection(service, collection)).countDocuments(filter);
  }

  async #collection(service: keyof SystemAddress['mongo'], name: string) {
    const connection =
      this.#connections.get(service) ??
      mongoose.createConnection(this.system.mongo[service], { serverSelectionTimeoutMS: 5_000, maxPoolSize: 2 }).asPromise();
    this.#connections.set(service, connection);
    return (await connection).collection(name);
  }

  /** Money as the payment provider counts it, in minor units. */
  async providerTotals(): Promise<{ capturedMinor: number; refundedMinor: number; charges: number }> {
    return askStandIn(this.system.payments, 'totals');
  }

  /** What the provider charged a buyer and sent back, in minor units. Banks may refuse other buyers' refunds meanwhile. */
  async moneyOf(email: string): Promise<{ charges: number; refundedMinor: number }> {
    interface Row {
      readonly customer_email?: string;
      readonly payment_intent: string;
      readonly amount: number;
      readonly status: string;
    }
    const { sessions, charges, refunds } = await askStandIn<Record<string, readonly Row[]>>(this.system.payments, 'state');
    const intents = new Set(sessions!.flatMap(({ customer_email, payment_intent }) => (customer_email === email ? [payment_intent] : [])));
    const own = (rows: readonly Row[]) => rows.filter(({ payment_intent, status }) => intents.has(payment_intent) && status !== 'failed');
    return { charges: own(charges!).length, refundedMinor: own(refunds!).reduce((sum, { amount }) => sum + amount, 0) };
  }

  /** Mails that reached an address, newest first. */
  async mailsTo(address: string): Promise<Mail[]> {
    return askStandIn(this.system.mailbox, `mails?to=${encodeURIComponent(address)}`);
  }

  /** Waits for a mail to an address. @param about what its subject holds @returns all mails that are there, newest first */
  untilMail(address: string, about = /^/, withinMs = 30_000): Promise<Mail[]> {
    const isThere = (mails: readonly Mail[]) => mails.some(({ subject }) => about.test(subject));
    return until(`an email to ${address} about '${about.source}'`, () => this.mailsTo(address), isThere, { withinMs });
  }

  /** What is left in a category. With a query the gateway forwards the request; its own copy may be a second old. */
  async left(seating: string): Promise<number> {
    const answer = await fetch(`${this.system.site}/api/concert?fresh`);
    const { categories } = (await answer.json()) as { categories: { seating: string; left: number }[] };
    return categories.find((category) => category.seating === seating)!.left;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connections.values()].map(async (connection) => (await connection).close()));
  }
}
