import type { Metrics } from '@concert/service-kit/metrics';
import { Counter, Gauge } from 'prom-client';
import type { MailDelivery, MailKind } from './mail.ts';
import type { MailsRepository } from './mails.repository.ts';

/** What an operator watches: mails that nobody will get unless somebody looks. */
export class MailMetrics {
  private readonly attempts: Counter<'kind' | 'outcome'>;
  private readonly news: Counter<'delivery'>;
  private readonly oldest: Gauge;
  private readonly trouble: Gauge;

  constructor({ registry }: Metrics) {
    this.attempts = new Counter({ name: 'mail_attempts_total', help: 'Attempts to send a mail, by kind and outcome (accepted, later, given_up)', labelNames: ['kind', 'outcome'], registers: [registry] });
    this.news = new Counter({ name: 'mail_delivery_news_total', help: 'What the provider told of mails (refused: its signature was not right)', labelNames: ['delivery'], registers: [registry] });
    this.oldest = new Gauge({ name: 'mail_oldest_waiting_seconds', help: 'Age of the mail that waits longest', registers: [registry] });
    this.trouble = new Gauge({ name: 'mails_in_trouble', help: 'Mails given up, bounced, dropped or reported as spam, and not sent again since', registers: [registry] });
  }

  attempted(kind: MailKind, outcome: 'accepted' | 'later' | 'given_up'): void {
    this.attempts.inc({ kind, outcome });
  }

  told(delivery: MailDelivery | 'repeat' | 'unknown' | 'refused'): void {
    this.news.inc({ delivery });
  }

  /** Counts what is stored. */
  async look(mails: MailsRepository, now: Date): Promise<void> {
    const [since, trouble] = await Promise.all([mails.oldestWaiting(), mails.countTrouble()]);
    this.oldest.set(since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0);
    this.trouble.set(trouble);
  }
}
