import type { MessageRunId, UserId } from '@concert/contracts/core/ids';
import type { ReaderMessage } from '@concert/contracts/booking/reader-messages';
import type { Audience, MessagePurpose } from '@concert/contracts/notify/message-runs';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MessageRun } from './message-run.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { ResolveAudience } from './resolve-audience.ts';

/** What an organiser decides about a run. */
export interface Draft {
  readonly purpose: MessagePurpose;
  readonly audience: Audience;
  readonly messages: readonly ReaderMessage[];
}

/** Keeps message runs that are not started yet. Each method counts the people, and throws NeighbourUnavailableError while svc-booking is away. */
export class DraftMessageRun {
  constructor(
    private readonly runs: MongoMessageRuns,
    private readonly audience: ResolveAudience,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async create({ purpose, audience, messages }: Draft, by: UserId): Promise<MessageRun> {
    const run: MessageRun = {
      id: this.ids.next('messageRun'),
      purpose,
      audience,
      messages,
      state: 'draft',
      count: (await this.audience.resolve(purpose, audience)).length,
      createdBy: by,
      createdAt: this.clock.now(),
      startedAt: null,
      goesOnSince: null,
      finishedAt: null,
      version: 1,
    };
    await this.runs.add(run);
    return run;
  }

  /** @throws DomainError `notify.message_run_not_found`, `notify.message_run_started` */
  async change(id: MessageRunId, { purpose, audience, messages }: Draft): Promise<MessageRun> {
    const { length: count } = await this.audience.resolve(purpose, audience);
    const changed = await this.runs.change({ id, state: 'draft' }, { purpose, audience, messages, count });
    if (changed) return changed;
    throw new DomainError((await this.runs.byId(id)) ? 'notify.message_run_started' : 'notify.message_run_not_found');
  }
}
