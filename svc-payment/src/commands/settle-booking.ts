import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { idSchema } from '@concert/contracts/core/ids';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import { systemClock } from '@concert/service-kit/process/clock';
import { CommandError, runCommand } from '@concert/service-kit/store/command';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { databaseSettings, readSettings } from '@concert/service-kit/process/settings';
import type { ProviderNotice } from '../provider/payment-provider.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { MongoNotices } from '../notices/mongo-notices.ts';

const WAIT_MS = 60_000;
const LOOK_MS = 300;

function read() {
  const bookingId = idSchema('booking').safeParse(process.argv[2]);
  if (!bookingId.success) throw new CommandError('name a booking, for example: node svc-payment/dist/commands/settle-booking.js bk_…', 2);
  return { ...readSettings(databaseSettings), bookingId: bookingId.data };
}

await runCommand('svc-payment', 'the booking could not be looked after', read, async (connection, { bookingId }) => {
  const sessions = new MongoSessions(connection);
  const notices = new MongoNotices(connection, systemClock);
  const asked: ProviderNotice[] = (await sessions.ofBooking(bookingId)).flatMap(({ page }) =>
    page
      ? [
          {
            id: `operator-${randomUUID()}`,
            type: 'operator',
            about: 'session',
            objectId: page.checkoutSessionId,
            objectMadeAt: page.createdAt,
            live: false,
          },
        ]
      : [],
  );
  if (asked.length === 0) throw new CommandError('nobody opened a payment page for this booking: check its id');
  // Only the running svc-payment has the provider's key, so this only stores a notice for it to follow.
  await notices.keep(asked, 'reconciler');
  const outbox = new Outbox(connection, 'svc-payment', systemClock);
  const action = { act: 'booking.settled' as const, subject: { kind: 'booking', id: bookingId }, bookingId };
  await new Transactions(connection).run((session) => outbox.recordAct(session, paymentActRecordedV1, bookingId, 0, 'operator', action));
  const until = Date.now() + WAIT_MS;
  const isDone = async () => {
    const owed = new Set((await notices.owed(new Date(Date.now() + WAIT_MS * 60), 10_000)).map(({ notice }) => notice.id));
    return asked.every(({ id }) => !owed.has(id));
  };
  let done = await isDone();
  while (!done && Date.now() < until) {
    await pause(LOOK_MS);
    done = await isDone();
  }
  for (const { attempt, status, page } of await sessions.ofBooking(bookingId))
    process.stdout.write(`attempt ${attempt}  ${status}  ${page?.checkoutSessionId ?? 'no page'}\n`);
  process.stdout.write(
    done
      ? 'svc-payment: the payment provider was asked about every page of this booking\n'
      : 'svc-payment: not answered yet: does svc-payment run, and does the payment provider answer? It stays on the list.\n',
  );
  if (!done) process.exitCode = 1;
});
