import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox, RecordedFact } from '@concert/service-kit/messages/outbox';
import { acceptanceOf } from './acceptance.ts';
import { deliveredMail, type Mail } from './mail.ts';
import type { MailMetrics } from './mail-metrics.ts';
import type { MongoMails } from './mongo-mails.ts';
import type { DeliveryEvent } from './delivery-event.ts';

/** Stores what the provider reports of mails. A repeated or older report never overwrites a later state. */
export class FollowDeliveryEvents {
  constructor(
    private readonly mails: MongoMails,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly log: Log,
    private readonly metrics: MailMetrics,
  ) {}

  /** Stores the reports of several mails in the given order, in one transaction. */
  async follow(told: readonly DeliveryEvent[]): Promise<void> {
    const outcomes = await this.transactions.run((transaction) => this.store(told, transaction));
    told.forEach((one, index) => this.report(one, outcomes[index] ?? 'unknown'));
  }

  /** @returns for each report the mail after it, or why it changes nothing */
  private async store(told: readonly DeliveryEvent[], transaction: ClientSession): Promise<readonly (Mail | 'unknown' | 'repeat')[]> {
    const ids = [...new Set(told.map(({ mailId }) => mailId))];
    const before = new Map((await this.mails.byIds(ids, transaction)).map((mail) => [mail.id, mail]));
    const after = new Map(before);
    const facts: RecordedFact[] = [];
    const outcomes = told.map(({ mailId, report }) => {
      const mail = after.get(mailId);
      if (!mail) return 'unknown';
      const changed = deliveredMail(mail, report);
      if (!changed) return 'repeat';
      after.set(mailId, changed);
      // The process that sent the mail died before it stored the acceptance, or is storing it right now.
      if (mail.state !== 'accepted') facts.push(...acceptanceOf(mail, report.at, this.outbox));
      return changed;
    });
    const changes = [...before.values()].flatMap((mail) => {
      const changed = after.get(mail.id);
      return changed && changed !== mail ? [{ before: mail, after: changed }] : [];
    });
    if (changes.length > 0) await this.mails.markDelivered(changes, transaction);
    await this.outbox.record(transaction, facts);
    return outcomes;
  }

  private report({ mailId, report }: DeliveryEvent, outcome: Mail | 'unknown' | 'repeat'): void {
    if (typeof outcome === 'string') return this.metrics.told(outcome);
    this.metrics.told(report.delivery);
    const fields = { mailId, kind: outcome.kind, outcome: report.delivery, ...(report.fault === null ? {} : { reason: report.fault }) };
    if (outcome.trouble) this.log.error('an email did not reach its reader', fields);
    else this.log.info('an email is on its way to its reader', fields);
  }
}
