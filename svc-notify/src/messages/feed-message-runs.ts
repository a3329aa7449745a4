import type { MessageRunId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { PostMail } from '../mails/post-mail.ts';
import { bookingIdsOf, entryIdsOf, type MessageRun, type Recipient, type RecipientSource } from './message-run.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { MongoRecipientMails } from './mongo-recipient-mails.ts';
import type { MongoRecipients } from './mongo-recipients.ts';
import type { PlanRecipients } from './plan-recipients.ts';

/** Mails of one run that wait at a time. Tickets that are bought meanwhile wait behind so many, and not behind the whole run. */
export const MAX_WAITING_MAILS = 200;

/**
 * Posts the mails of runs that are under way: one for each planned recipient, stored in one transaction with the note that it was
 * posted. From there on each is a mail like any other.
 */
export class FeedMessageRuns {
  constructor(
    private readonly runs: MongoMessageRuns,
    private readonly recipients: MongoRecipients,
    private readonly planned: PlanRecipients,
    private readonly recipientMails: MongoRecipientMails,
    private readonly postMail: PostMail,
    private readonly transactions: Transactions,
    private readonly newMail: NewMailSignal,
    private readonly clock: Clock,
  ) {}

  /** Posts what there is room for, and notes which runs are over. Harmless when repeated or interrupted. */
  async run(): Promise<void> {
    for (const run of await this.runs.inState('running')) if (await this.isPlanned(run)) await this.feed(run.id);
  }

  /** Plans the people of a run that takes another back, as soon as it is known whom that one told. @returns false while it is not */
  private async isPlanned({ id, takesBack, count }: MessageRun): Promise<boolean> {
    if (!takesBack || count > 0) return true;
    const before = await this.runs.byId(takesBack);
    if (before?.state !== 'sent') return false;
    await this.transactions.run(async (transaction) => {
      const run = await this.runs.byId(id, transaction);
      if (!run || run.count > 0) return;
      const told = await this.recipients.toldOf(takesBack, await this.recipientMails.told(takesBack, transaction), transaction);
      // Whoever was paying read of it in a mail of their own.
      const ended = await this.recipientMails.readOfTheirEnd(before.createdAt, run.createdAt, transaction);
      const sources: RecipientSource[] = [
        ...told,
        ...ended.map((booking) => ({ readerKind: 'buyer without money', people: [booking] }) as const),
      ];
      await this.planned.plan(id, sources, transaction);
      await this.runs.change(run, { count: sources.length }, transaction);
    });
    return true;
  }

  private async feed(id: MessageRunId): Promise<void> {
    for (;;) {
      const waiting = await this.recipientMails.countWaiting(id);
      const posted = waiting < MAX_WAITING_MAILS ? await this.post(id, MAX_WAITING_MAILS - waiting) : 0;
      if (posted > 0) {
        // SendMailsWorker goes on.
        this.newMail.raise();
        continue;
      }
      if (waiting === 0) await this.finish(id);
      return;
    }
  }

  private finish(id: MessageRunId): Promise<void> {
    return this.transactions.run(async (transaction) => {
      const finished = await this.runs.change({ id, state: 'running' }, { state: 'sent', finishedAt: this.clock.now() }, transaction);
      if (finished) await this.recipients.forgetAddresses(id, transaction);
    });
  }

  /** @returns how many mails were posted */
  private post(id: MessageRunId, most: number): Promise<number> {
    return this.transactions.run(async (transaction) => {
      // It may have been paused a moment ago.
      if ((await this.runs.byId(id, transaction))?.state !== 'running') return 0;
      const planned = await this.recipients.planned(id, '', most, transaction);
      if (planned.length === 0) return 0;
      await this.postMail.postAll(
        planned.map((recipient) => this.postMail.mailOf(causeOf(recipient))),
        transaction,
      );
      await this.recipients.markPosted(
        planned.map((recipient) => recipient.id),
        transaction,
      );
      return planned.length;
    });
  }
}

function causeOf(recipient: Recipient) {
  const { id, runId } = recipient;
  return { kind: 'message', factId: id, subjectId: id, bookings: bookingIdsOf(recipient), entries: entryIdsOf(recipient), runId } as const;
}
