import { expect, it } from '@jest/globals';
import { createLog } from '@concert/service-kit/process/log';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { NotConnectedError, type Transactions } from '@concert/service-kit/store/mongo';
import type { Letters } from '../letters/letters.ts';
import type { MailMetrics } from '../mails/mail-metrics.ts';
import { newMail } from '../mails/mail.ts';
import type { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import type { Claim, MongoMails } from '../mails/mongo-mails.ts';
import { SendMails } from './send-mails.ts';

const NOW = new Date('2026-03-01T10:00:00Z');

/** What becomes of the claimed mail of a message run when the look whether it is paused ends like this. */
async function attempted(isPaused: () => Promise<boolean>) {
  const mail = newMail({ id: 'mail' as never, kind: 'message', factId: 'f', subjectId: 's', correlationId: 'c', traceparent: '' }, NOW);
  const claim: Claim = { mail: { ...mail, runId: 'run' as never }, token: 'token' };
  const seen = { sent: 0, givenBack: 0 };
  const stop = () => Promise.reject(new Error('the provider is not part of this'));
  const mails = { giveBack: () => Promise.resolve(void (seen.givenBack += 1)) };
  const provider = { send: () => ((seen.sent += 1), stop()) };
  const letters = { message: () => Promise.resolve({}) };
  const sender = new SendMails(
    mails as unknown as MongoMails,
    { paused: () => Promise.resolve([]), isPaused },
    { of: () => Promise.resolve(undefined) } as unknown as MongoCorrectedAddresses,
    letters as unknown as Letters,
    provider,
    {} as Transactions,
    {} as Outbox,
    { now: () => NOW },
    createLog('svc-notify', 'silent'),
    {} as MailMetrics,
    { token: () => 'token', fraction: () => 0 },
  );
  await sender.attempt(claim);
  return seen;
}

it('gives a mail back whose run cannot be looked up now, so that it is due again at once', async () => {
  expect(await attempted(() => Promise.reject(new NotConnectedError()))).toEqual({ sent: 0, givenBack: 1 });
  expect(await attempted(() => Promise.resolve(true))).toEqual({ sent: 0, givenBack: 1 });
  expect(await attempted(() => Promise.resolve(false))).toEqual({ sent: 1, givenBack: 0 });
  // A fault of ours is no reason to try at once again and again.
  expect(await attempted(() => Promise.reject(new TypeError('a fault')))).toEqual({ sent: 0, givenBack: 0 });
});
