import type { Clock } from '@concert/service-kit/process/clock';
import type { Metrics } from '@concert/service-kit/process/metrics';
import type { MessageRun } from './message-run.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { MongoRecipientMails } from './mongo-recipient-mails.ts';

/** Metrics for operators: a run that does not go on, and people whom no mail reaches. */
export class MessageRunMetrics {
  constructor(
    metrics: Metrics,
    private readonly runs: Pick<MongoMessageRuns, 'inState'>,
    private readonly mails: Pick<MongoRecipientMails, 'lastAccepted' | 'countUnreached'>,
    private readonly clock: Clock,
  ) {
    metrics.watchOne(
      'message_run_stands_still_seconds',
      'Time since a message run under way was started or resumed, or since the provider accepted its last email; the longest of all',
      async () => Math.max(0, ...(await Promise.all((await this.runs.inState('running')).map((run) => this.stillFor(run))))),
    );
    const unreached = 'People of message runs whom email does not reach and no one has called';
    metrics.watchOne('message_people_unreached', unreached, () => this.mails.countUnreached());
  }

  private async stillFor({ id, goesOnSince }: MessageRun): Promise<number> {
    const last = Math.max(goesOnSince?.getTime() ?? 0, (await this.mails.lastAccepted(id))?.getTime() ?? 0);
    return (this.clock.now().getTime() - last) / 1_000;
  }
}
