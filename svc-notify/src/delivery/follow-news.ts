import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import type { Log } from '@concert/service-kit/log';
import type { Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import { delivered } from '../mails/mail.ts';
import type { MailMetrics } from '../mails/mail-metrics.ts';
import type { MailsRepository } from '../mails/mails.repository.ts';
import type { MailNews } from './mail-news.ts';

/** Writes down what the provider tells of mails. Repeats and news out of order change nothing that was known better. */
export class FollowNews {
  constructor(
    private readonly mails: MailsRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly log: Log,
    private readonly metrics: MailMetrics,
  ) {}

  async follow({ mailId, news }: MailNews): Promise<void> {
    const outcome = await this.transactions.run(async (transaction) => {
      const mail = await this.mails.byId(mailId, transaction);
      if (!mail) return 'unknown' as const;
      const after = delivered(mail, news);
      if (!after) return 'repeat' as const;
      await this.mails.markDelivered(mail, after, transaction);
      // The process that sent it died before it could note that, or does so this moment.
      if (mail.state !== 'accepted') {
        await this.outbox.record(transaction, [
          this.outbox.fact(mailAcceptedV1, mail.id, mail.attempts, {
            mailId: mail.id,
            kind: mail.kind,
            subjectId: mail.subjectId,
            acceptedAt: news.at.toISOString(),
          }),
        ]);
      }
      return after;
    });
    if (typeof outcome === 'string') return this.metrics.told(outcome);
    this.metrics.told(news.delivery);
    const fields = { mailId, kind: outcome.kind, outcome: news.delivery, ...(news.fault === null ? {} : { reason: news.fault }) };
    if (outcome.trouble) this.log.error('a mail did not reach its reader', fields);
    else this.log.info('a mail is on its way to its reader', fields);
  }
}
