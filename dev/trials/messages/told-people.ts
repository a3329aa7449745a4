import { randomBytes } from 'node:crypto';
import { idFromBytes, type MessageRunId } from '@concert/contracts/core/ids';
import { confirmationOf } from '@concert/contracts/notify/message-runs';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { SiteClient, valueOf } from '../../../e2e/site-client.ts';
import type { Arrival } from '../../stand-ins/mail/arrivals.ts';
import type { SinkFaults } from '../../stand-ins/mail/sink.ts';
import type { System } from '../../system/system.ts';

type Row = Record<string, unknown> & { _id: string };

/** A running system with people who are to be told, and the mailbox that all of their mails reach. */
export class ToldPeople {
  readonly system: System;
  readonly booking: Connection;
  readonly notify: Connection;
  readonly auth: Connection;
  /** The desk of an admin. */
  readonly desk: SiteClient;
  readonly adminEmail: string;
  readonly arrivals: Arrival[] = [];
  #seen = 0;

  private constructor(system: System, [booking, notify, auth]: readonly Connection[], adminEmail: string) {
    this.system = system;
    this.booking = booking!;
    this.notify = notify!;
    this.auth = auth!;
    this.adminEmail = adminEmail;
    this.desk = new SiteClient(system.site);
  }

  static async of(system: System): Promise<ToldPeople> {
    const connections = (['svc-booking', 'svc-notify', 'svc-auth'] as const).map((name) =>
      mongoose.createConnection(system.mongo[name], { serverSelectionTimeoutMS: 10_000 }).asPromise(),
    );
    const { email, password } = system.accounts.find(({ role }) => role === 'admin')!;
    const people = new ToldPeople(system, await Promise.all(connections), email);
    await people.desk.signIn({ email, password });
    return people;
  }

  async close(): Promise<void> {
    await Promise.all([this.booking, this.notify, this.auth].map((connection) => connection.close()));
  }

  rows(of: Connection, collection: string) {
    return of.collection<Row>(collection);
  }

  get mails() {
    return this.rows(this.notify, 'mails');
  }

  /** What comes to the mailbox from now on. */
  async forgetArrivals(): Promise<void> {
    await this.readArrivals();
    this.arrivals.length = 0;
  }

  async readArrivals(): Promise<void> {
    const { next, arrivals } = (await this.#mailbox(`/_admin/arrivals?after=${this.#seen}`)) as { next: number; arrivals: Arrival[] };
    this.#seen = next;
    this.arrivals.push(...arrivals);
  }

  /** The ids of the mails that each address got; a copy of a mail has the same id. @param subject of the mails that count; all, when left out */
  async mailsByAddress(subject?: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    await this.readArrivals();
    const ids = new Map<string, Set<string>>();
    for (const arrival of this.arrivals) {
      if (subject !== undefined && arrival.subject !== subject) continue;
      const known = ids.get(arrival.to);
      if (known) known.add(arrival.mailId);
      else ids.set(arrival.to, new Set([arrival.mailId]));
    }
    return ids;
  }

  /** What the newest mails with a subject say, by address. */
  async textsByAddress(subject: string): Promise<ReadonlyMap<string, string>> {
    const mails = (await this.#mailbox(`/_admin/mails?subject=${encodeURIComponent(subject)}`)) as {
      to: { email: string }[];
      text: string;
    }[];
    return new Map(mails.map(({ to, text }) => [to[0]!.email, text]));
  }

  /** Lets the mail provider fail from now on. */
  async faults(faults: Partial<SinkFaults>): Promise<void> {
    await this.#mailbox('/_admin/faults', faults);
  }

  /** Buyers who hold a booking like this one, written into the database: thousands would take an hour to buy. @returns their addresses */
  async moreLike(bookingId: string, count: number, begin: string): Promise<string[]> {
    const bookings = this.rows(this.booking, 'reserve-your-seat');
    const like = (await bookings.findOne({ _id: bookingId }))!;
    const copies = Array.from({ length: count }, (_, index) => ({
      ...like,
      ...{ _id: idFromBytes('booking', randomBytes(17)), email: `${begin}-${index}@example.org`, ticketIds: [] },
    }));
    await bookings.insertMany(copies);
    return copies.map(({ email }) => email);
  }

  /** The bookings of {@link moreLike} are gone. */
  async forgetLike(begin: string): Promise<void> {
    await this.rows(this.booking, 'reserve-your-seat').deleteMany({ email: new RegExp(`^${begin}-`) });
  }

  /** People who confirmed that they want to hear of the next date. @returns their addresses */
  async listed(count: number, begin: string): Promise<string[]> {
    const at = new Date();
    const rows = Array.from({ length: count }, (_, index) => {
      const email = `${begin}-${index}@example.org`;
      const asked = { nonce: randomBytes(8).toString('hex'), askedAt: at, linkEndsAt: at, confirmedAt: at };
      return { _id: idFromBytes('nextDate', randomBytes(17)), email, emailKey: email, ...asked };
    });
    await this.rows(this.notify, 'next-date-sign-ups').insertMany(rows);
    return rows.map(({ email }) => email);
  }

  /** Starts a message run as an organiser does. @throws Error naming what was refused */
  async begin(body: Parameters<SiteClient['notify']['createMessageRun']>[0]['body']): Promise<{ id: MessageRunId; count: number }> {
    const { id, count } = valueOf('A message run', await this.desk.notify.createMessageRun({ body }));
    const start = { params: { runId: id }, body: { confirmation: confirmationOf(count) } };
    valueOf('Its start', await this.desk.notify.startMessageRun(start, { timeoutMs: 60_000 }));
    return { id, count };
  }

  /** A run as the desk shows it; svc-notify may be starting. */
  async shown(id: MessageRunId) {
    const answer = await until(
      'the desk answers',
      () => this.desk.notify.showMessageRun({ params: { runId: id } }),
      ({ ok }) => ok,
      {
        withinMs: 30_000,
      },
    );
    return valueOf('A message run', answer);
  }

  /** Waits until no mail waits, making those due that wait for another attempt. */
  async allSent(withinMs: number): Promise<void> {
    await until(
      'no mail waits',
      async () => {
        await this.timePasses();
        return this.mails.countDocuments({ state: 'waiting' });
      },
      (count) => count === 0,
      { withinMs, everyMs: 500 },
    );
  }

  /** What waits for another attempt is due: between two failures minutes pass, and a trial has none. */
  async timePasses(): Promise<void> {
    await this.mails.updateMany({ state: 'waiting', claim: null }, { $set: { nextAttemptAt: new Date() } });
  }

  async #mailbox(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(new URL(path, this.system.mailbox), {
      signal: AbortSignal.timeout(60_000),
      ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`The mailbox answered ${path} with ${answer.status}.`);
    return answer.json();
  }
}
