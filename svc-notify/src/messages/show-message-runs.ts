import type { MessageRunId } from '@concert/contracts/core/ids';
import { confirmationOf, type Coverage, type MessageRunView } from '@concert/contracts/notify/message-runs';
import type { RecipientState } from '@concert/contracts/notify/recipients';
import { DomainError } from '@concert/service-kit/process/errors';
import type { TimePosition } from '@concert/service-kit/store/collection';
import type { MessageRun } from './message-run.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { MongoRecipientMails } from './mongo-recipient-mails.ts';
import type { MongoRecipients } from './mongo-recipients.ts';

/** Shows runs with their coverage, counted from the mails as they stand at this moment. */
export class ShowMessageRuns {
  constructor(
    private readonly runs: MongoMessageRuns,
    private readonly recipients: MongoRecipients,
    private readonly mails: MongoRecipientMails,
  ) {}

  /** @throws DomainError `notify.message_run_not_found` */
  async byId(id: MessageRunId): Promise<MessageRunView> {
    const run = await this.runs.byId(id);
    if (!run) throw new DomainError('notify.message_run_not_found');
    return this.view(run);
  }

  async view(run: MessageRun): Promise<MessageRunView> {
    return (await this.views([run]))[0]!;
  }

  async list(after: TimePosition<MessageRunId> | undefined, limit: number): Promise<MessageRunView[]> {
    return this.views(await this.runs.list(after, limit));
  }

  private async views(runs: readonly MessageRun[]): Promise<MessageRunView[]> {
    const ids = runs.filter(({ state }) => state !== 'draft').map(({ id }) => id);
    const [counts, called] = await Promise.all([this.mails.count(ids), this.calledOf(ids)]);
    return runs.map((run) => viewOf(run, coverageOf(run, counts.get(run.id) ?? {}, called.get(run.id) ?? 0)));
  }

  /** How many were called whom still no mail reaches. */
  private async calledOf(ids: readonly MessageRunId[]): Promise<ReadonlyMap<MessageRunId, number>> {
    const called = ids.length === 0 ? [] : await this.recipients.called(ids);
    const runIds = [...new Set(called.map(({ runId }) => runId))];
    const counts = await Promise.all(
      runIds.map(async (runId) => {
        const ofRun = called.filter((one) => one.runId === runId).map(({ id }) => id);
        const mails = await this.mails.latest(runId, ofRun);
        return [runId, mails.filter(({ state }) => state === 'unreached').length] as const;
      }),
    );
    return new Map(counts);
  }
}

/** Whoever is neither reached nor unreached yet is under way, with or without a mail: so the parts add up at every moment. */
function coverageOf({ count }: MessageRun, states: Readonly<Partial<Record<RecipientState, number>>>, called: number): Coverage {
  const { delivered = 0, unreached: bounced = 0, left = 0 } = states;
  const audience = count - left;
  return { audience, delivered, bounced, underWay: audience - delivered - bounced, called, left };
}

function viewOf(run: MessageRun, coverage: Coverage): MessageRunView {
  const { id, purpose, audience, messages, state, createdAt, startedAt, finishedAt, count, version } = run;
  return {
    ...{ id, purpose, audience, messages: [...messages], count, version },
    state: state === 'sent' && coverage.underWay === 0 && coverage.bounced === coverage.called ? 'everyone_reached' : state,
    createdAt: createdAt.toISOString(),
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
    ...(state === 'draft' ? { confirmation: confirmationOf(count) } : { coverage }),
  };
}
