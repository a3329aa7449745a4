import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAuthority } from '@concert/test-kit/certificates';
import { pay, reserve, SiteClient, valueOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import type { Connection } from 'mongoose';
import { HOUR_MS } from '@concert/contracts/core/durations';
import { backupFolderName } from '../commands/ops/kept-backups.ts';
import type { SampleAccount } from '../system/sample-accounts.ts';
import type { Containers } from './compose-containers.ts';

/** A system in containers that alerts are tripped in. */
export interface Drill {
  readonly containers: Containers;
  readonly site: string;
  readonly stripe: string;
  readonly mailbox: string;
  /** Folder with `authority.pem`, which svc-notify trusts for a broker. */
  readonly certificates: string;
  readonly databases: Readonly<Record<'auth' | 'booking' | 'payment' | 'notify', Connection>>;
  readonly admin: SampleAccount;
  readonly buyers: readonly Buyer[];
}

/** One alert: what is done to the running system so that it rises, and how that ends. */
export interface Trip {
  readonly alert: string;
  /** Words of its mail that say that it is this one, and no other of its kind. */
  readonly says: RegExp;
  readonly trip: (drill: Drill) => Promise<void>;
  readonly end?: (drill: Drill) => Promise<unknown>;
}

const GENERAL: Order = { seating: 'General Seating', notickets: 1 };

const rows = ({ databases }: Drill, database: keyof Drill['databases'], name: string) =>
  databases[database].collection<{ _id: string; [field: string]: unknown }>(name);

async function tell(url: string, page: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/_admin/${page}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}.`);
}

/** Has a mail wait to be sent: somebody signs up. */
async function mail({ site }: Drill): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  valueOf('A sign-up', await new SiteClient(site).auth.signUp({ body: { email, password: 'a long enough sentence 42' } }));
  return email;
}

/** Buys one ticket. @returns the id of the booking */
export async function bought(drill: Drill, buyer: Buyer): Promise<string> {
  const id = await reserve(drill, buyer, GENERAL);
  await pay({ site: drill.site, payments: drill.stripe }, buyer, id, GENERAL);
  await until(
    'it is paid',
    () => rows(drill, 'booking', 'reserve-your-seat').findOne({ _id: id }),
    (booking) => booking?.['status'] === 'paid',
    { withinMs: 60_000 },
  );
  return id;
}

const shell = (drill: Drill, service: string, ...command: string[]) => drill.containers.compose(['exec', '-T', service, ...command]);

/** All that the product has, in an order in which none stands in another's way. */
export const TRIPS: readonly Trip[] = [
  {
    alert: 'MoneyDiffers',
    says: /VIP Seating has more seats/,
    // The stored count is raised above the capacity.
    trip: async (drill) => {
      const stock = (await rows(drill, 'booking', 'stock').findOne({ _id: 'VIP Seating' }))!;
      await rows(drill, 'booking', 'stock').updateOne({ _id: stock._id }, { $set: { sold: Number(stock['capacity']) + 1 } });
    },
    end: async (drill) => rows(drill, 'booking', 'stock').updateOne({ _id: 'VIP Seating' }, { $set: { sold: 0 } }),
  },
  {
    alert: 'SeatsHeldNotPaid',
    says: /VIP Seating has had no free seat/,
    // The stored counts say that a third is held and the others are sold.
    trip: async (drill) => {
      const stock = (await rows(drill, 'booking', 'stock').findOne({ _id: 'VIP Seating' }))!;
      const capacity = Number(stock['capacity']);
      const held = Math.ceil(capacity / 3);
      await rows(drill, 'booking', 'stock').updateOne({ _id: stock._id }, { $set: { held, sold: capacity - held } });
    },
    end: async (drill) => rows(drill, 'booking', 'stock').updateOne({ _id: 'VIP Seating' }, { $set: { held: 0, sold: 0 } }),
  },
  {
    alert: 'VisitorsCountAsOne',
    says: /TRUSTED_PROXIES does not name/,
    trip: async ({ site }) => {
      // Over a minute: a rate does not see what a counter begins with.
      for (let call = 0; call < 60; call += 1) {
        await Promise.all(Array.from({ length: 5 }, () => fetch(site, { headers: { 'x-forwarded-for': '203.0.113.9' } })));
        await pause(1_000);
      }
    },
  },
  {
    alert: 'RefundsStuck',
    says: /A refund has failed/,
    // A real refund, which the stand-in for the payment provider lets fail.
    trip: async (drill) => {
      const id = await bought(drill, drill.buyers[0]!);
      await tell(drill.stripe, 'faults', { refundOutcome: 'fails' });
      const desk = new SiteClient(drill.site);
      await desk.signIn(drill.admin);
      valueOf('A refund', await desk.payment.triggerRefund({ body: { id, email: drill.admin.email } }));
    },
    end: ({ stripe }) => tell(stripe, 'faults', { refundOutcome: 'by_card' }),
  },
  {
    alert: 'MoneyDiffers',
    says: /are not what they must be/,
    // An entry of the ledger is changed; it was made an hour ago, because the newest may be on their way. The comparison is asked for.
    trip: async (drill) => {
      const bookingId = await bought(drill, drill.buyers[1]!);
      const changed: object = { $inc: { amountMinor: 100 }, $set: { at: new Date(Date.now() - HOUR_MS) } };
      await rows(drill, 'payment', 'money-ledger').updateMany({ bookingId }, changed);
      await shell(drill, 'svc-payment', 'node', 'svc-payment/dist/commands/verify-money.js').catch(() => undefined);
    },
  },
  {
    alert: 'CertificateExpires',
    says: /authority of svc-notify for rabbitmq/,
    // The certificate of an authority is replaced by one that ends in ten days.
    trip: async ({ certificates }) =>
      writeFile(path.join(certificates, 'authority.pem'), (await createAuthority('Ends soon', { days: 10 })).cert),
  },
  {
    alert: 'TaskNotRunning',
    says: /The task carry-out-choices of svc-booking/,
    // Its lease is held by somebody who does not work. The rule's hour is a minute in the drill.
    trip: async (drill) => {
      const held = { $set: { holder: 'nobody', until: new Date(Date.now() + 24 * HOUR_MS) } };
      await rows(drill, 'booking', 'leases').updateOne({ _id: 'task:carry-out-choices' }, held);
    },
    end: (drill) => rows(drill, 'booking', 'leases').deleteOne({ _id: 'task:carry-out-choices' }),
  },
  {
    alert: 'BackupOld',
    says: /was made .* ago/,
    // The place of backups is full, and the name of the only backup says that it is of five hours ago. The sale goes on.
    trip: async (drill) => {
      const old = backupFolderName(new Date(Date.now() - 5 * HOUR_MS));
      const script = `cd /backups && mv *Z ${old} && { dd if=/dev/zero of=full bs=64k 2>/dev/null || true; }`;
      await shell(drill, 'upkeep', 'sh', '-c', script);
      await bought(drill, drill.buyers[2]!);
    },
    end: (drill) => shell(drill, 'upkeep', 'rm', '/backups/full'),
  },
  {
    alert: 'IntruderInside',
    says: /svc-payment.* refused what no process of ours sends/,
    // A call inside by somebody who is no process of ours.
    trip: async (drill) => {
      const call =
        "fetch('http://svc-payment:8080/internal/refunds/rf_1/mail', { headers: { authorization: 'Bearer made.up' } }).then((r) => console.log(r.status))";
      await shell(drill, 'gateway', 'node', '-e', call);
    },
  },
  {
    alert: 'PaymentProviderFailing',
    says: /Our clock and that of the payment provider/,
    // The stand-in's clock is set forward.
    trip: async (drill) => {
      await tell(drill.stripe, 'clock', { advanceMs: 30_000 });
    },
    end: ({ stripe }) => tell(stripe, 'clock', { advanceMs: -30_000 }),
  },
  {
    alert: 'MailsWaiting',
    says: /Mails have not been leaving/,
    // The provider fails, and the mail that waits is written as one of half an hour ago.
    trip: async (drill) => {
      await tell(drill.mailbox, 'faults', { unavailableNext: 1_000_000 });
      await mail(drill);
      const waiting = await until('a mail waits', () => rows(drill, 'notify', 'mails').findOne({ state: 'waiting' }), Boolean);
      const createdAt = new Date(Date.now() - HOUR_MS / 2);
      await rows(drill, 'notify', 'mails').updateOne({ _id: waiting!._id }, { $set: { createdAt } });
    },
    end: ({ mailbox }) => tell(mailbox, 'faults', { reset: true }),
  },
  {
    alert: 'MailRefused',
    says: /refuses our key, sender or plan/,
    trip: async (drill) => {
      await tell(drill.mailbox, 'faults', { revoked: true });
      await mail(drill);
    },
  },
  {
    alert: 'PaymentProviderFailing',
    says: /nobody can pay/,
    trip: async (drill) => void (await drill.containers.compose(['stop', 'stripe'])),
    end: (drill) => drill.containers.startAgain('stripe'),
  },
  {
    alert: 'ProcessDown',
    says: /svc-auth does not answer/,
    trip: async (drill) => void (await drill.containers.compose(['stop', 'svc-auth'])),
    end: (drill) => drill.containers.startAgain('svc-auth'),
  },
  {
    alert: 'ErrorsHigh',
    says: /answers of \S+ say that something went wrong/,
    // The database is away, and people come.
    trip: async (drill) => {
      await drill.containers.compose(['stop', 'mongo']);
      const client = new SiteClient(drill.site);
      // Over a minute: a rate does not see what a counter begins with.
      for (let call = 0; call < 60; call += 1) {
        await client.auth.signIn({ body: { email: 'a@example.org', password: 'a long enough sentence' } });
        await pause(1_000);
      }
    },
    end: (drill) => drill.containers.startAgain('mongo'),
  },
  {
    alert: 'DependencyAway',
    says: /cannot reach rabbitmq/,
    trip: async (drill) => void (await drill.containers.compose(['stop', 'rabbitmq'])),
  },
  {
    alert: 'MessagesStuck',
    says: /Messages of svc-auth do not arrive/,
    // While the broker is away, somebody signs up; a reservation alone tells nobody anything. Each trip can be made alone.
    trip: async (drill) => {
      await drill.containers.compose(['stop', 'rabbitmq']);
      await until('a sign-up is taken', () => mail(drill), Boolean, { withinMs: 60_000, everyMs: 1_000 });
    },
    end: (drill) => drill.containers.startAgain('rabbitmq'),
  },
];
