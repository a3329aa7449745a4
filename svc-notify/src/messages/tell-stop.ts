import type { eveningStoppedV1, stopUndoneV1 } from '@concert/contracts/booking/events';
import type { Fact } from '@concert/contracts/core/envelope';
import type { UserId } from '@concert/contracts/core/ids';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MongoMails } from '../mails/mongo-mails.ts';
import type { HttpAudiencePeople } from './http-audience-people.ts';
import type { MessageRun } from './message-run.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { MongoRecipients } from './mongo-recipients.ts';
import type { PlanRecipients } from './plan-recipients.ts';
import { cancellation, takesPlace } from './ready-made.ts';
import type { ResolveAudience } from './resolve-audience.ts';
import { recordRunAct } from './run-act.ts';

type Stopped = Fact<typeof eveningStoppedV1>['data'];
type Undone = Fact<typeof stopUndoneV1>['data'];

/**
 * Begins the message run that a stopped evening names, and the one that takes it back. A run begins once, because its id comes with the
 * fact: so repeats are harmless, and an undoing that arrives first leaves nothing to begin.
 */
export class TellStop {
  constructor(
    private readonly runs: MongoMessageRuns,
    private readonly recipients: MongoRecipients,
    private readonly planned: PlanRecipients,
    private readonly mails: Pick<MongoMails, 'hurryRun'>,
    private readonly audience: ResolveAudience,
    private readonly people: Pick<HttpAudiencePeople, 'concert'>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly siteUrl: string,
  ) {}

  /** @throws NeighbourUnavailableError while svc-booking is away */
  async stopped({ runId, messages, stoppedBy }: Stopped): Promise<void> {
    if (await this.runs.byId(runId)) return;
    const ready = cancellation(await this.people.concert(), this.siteUrl);
    const people = await this.audience.resolve(ready.purpose, ready.audience);
    const rest = ready.messages.filter(({ reader }) =>
      messages.every((message) => message.reader !== reader && message.reader !== 'everybody'),
    );
    await this.transactions.run(async (transaction) => {
      if (await this.runs.byId(runId, transaction)) return;
      const run: MessageRun = {
        ...this.newRun(stoppedBy),
        ...{ ...ready, id: runId, messages: [...messages, ...rest], count: people.length },
      };
      await this.runs.add(run, transaction);
      await this.planned.plan(runId, people, transaction);
      await recordRunAct(this.outbox, transaction, 'message-run.started', run, stoppedBy, this.clock.now());
    });
  }

  /**
   * Nobody else is told of the stop. Whom it reached is known once no mail of it waits any more: then {@link FeedMessageRuns} plans the other run.
   * @throws NeighbourUnavailableError while svc-booking is away
   */
  async undone({ stoppedRunId, runId, undoneBy }: Undone): Promise<void> {
    const concert = await this.people.concert();
    const { purpose, audience } = cancellation(concert, this.siteUrl);
    await this.transactions.run(async (transaction) => {
      if (await this.runs.byId(runId, transaction)) return;
      const stopped = await this.runs.byId(stoppedRunId, transaction);
      const over = { id: stoppedRunId, purpose, audience, messages: [], state: 'sent', count: 0, undone: true } as const;
      if (!stopped) await this.runs.add({ ...this.newRun(undoneBy), ...over }, transaction);
      else {
        const dropped = await this.recipients.dropPlanned(stoppedRunId, transaction);
        // A paused one goes on, so that its last mails are settled.
        const state = stopped.state === 'sent' ? 'sent' : 'running';
        await this.runs.change(stopped, { state, count: stopped.count - dropped, undone: true }, transaction);
        await this.mails.hurryRun(stoppedRunId, this.clock.now(), transaction);
      }
      const messages = takesPlace(concert, this.siteUrl);
      const run: MessageRun = { ...this.newRun(undoneBy), id: runId, purpose: 'free', audience, messages, takesBack: stoppedRunId };
      await this.runs.add(run, transaction);
      await recordRunAct(this.outbox, transaction, 'message-run.started', run, undoneBy, this.clock.now());
    });
  }

  private newRun(by: UserId) {
    const now = this.clock.now();
    const times = { createdAt: now, startedAt: now, goesOnSince: now, finishedAt: null };
    return { state: 'running', count: 0, createdBy: by, ...times, version: 1 } as const;
  }
}
