import type { Clock } from '@concert/service-kit/process/clock';
import type { Metrics } from '@concert/service-kit/process/metrics';
import type { MailDelivery, MailKind } from './mail.ts';
import type { MongoMails } from './mongo-mails.ts';

/** Metrics for operators: mails that will not arrive unless somebody acts. */
export class MailMetrics {
  private readonly attempts;
  private readonly news;

  constructor(metrics: Metrics, mails: Pick<MongoMails, 'oldestWaiting' | 'countTrouble' | 'countRefused'>, clock: Clock) {
    this.attempts = metrics.counter('mail_attempts_total', 'Attempts to send an email, by kind and outcome (accepted, later, given_up)', [
      'kind',
      'outcome',
    ]);
    this.news = metrics.counter('mail_delivery_news_total', 'What the provider told of emails (refused: its signature was not right)', [
      'delivery',
    ]);
    const longest = 'Age of the email that waits longest, of those that are of no message run';
    metrics.watchAge('mail_oldest_waiting_seconds', longest, clock, () => mails.oldestWaiting());
    const trouble = 'Emails given up, bounced, dropped or reported as spam, and not sent again since';
    metrics.watchOne('mails_in_trouble', trouble, () => mails.countTrouble());
    const refused = 'Emails that wait because the provider refuses our key, our sender or our plan';
    metrics.watchOne('mails_refused', refused, () => mails.countRefused());
  }

  attempted(kind: MailKind, outcome: 'accepted' | 'later' | 'given_up'): void {
    this.attempts.inc({ kind, outcome });
  }

  told(delivery: MailDelivery | 'repeat' | 'unknown' | 'refused'): void {
    this.news.inc({ delivery });
  }
}
