import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { READER_KINDS, type ReaderKind } from '@concert/contracts/booking/reader-messages';
import {
  type Audience,
  type MessagePurpose,
  type messageRunRoutes,
  type ReadyMade,
  confirmationOf,
} from '@concert/contracts/notify/message-runs';
import type { MessageRunId, UserId } from '@concert/contracts/core/ids';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { BigAction } from '@concert/contracts/auth/approvals';
import type { AuditedAct } from '@concert/contracts/core/audit-entry';
import type { Identity } from '@concert/contracts/core/identity';
import type { Approvals } from '@concert/service-kit/http/approvals';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { HttpAudiencePeople } from './http-audience-people.ts';
import { readyMadeRuns } from './ready-made.ts';
import type { ResolveAudience } from './resolve-audience.ts';
import { type MessageRun, messageFor } from './message-run.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { PlanRecipients } from './plan-recipients.ts';
import { recordRunAct } from './run-act.ts';

/** People of an audience that are shown by name. */
const NAMES_SHOWN = 100;

/** What an organiser decides about a run. */
type Draft = CallOf<typeof messageRunRoutes.createMessageRun>['body'];

/** Most characters of the subjects that organisers read who are told of a run. */
const MAX_SUBJECT = 200;

/** The version of a run that somebody has read, and what they typed to start it. */
type RunStart = CallOf<typeof messageRunRoutes.startMessageRun>['body'];

/** What an organiser does with message runs: sees whom one would reach, writes it, starts, pauses and resumes it. */
export class DirectMessageRuns {
  constructor(
    private readonly audience: ResolveAudience,
    private readonly people: Pick<HttpAudiencePeople, 'concert'>,
    private readonly siteUrl: string,
    private readonly runs: MongoMessageRuns,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly recipients: PlanRecipients,
    private readonly approvals: Approvals<BigAction>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  async readyMade(): Promise<ReadyMade[]> {
    return readyMadeRuns(await this.people.concert(), this.siteUrl);
  }

  /** How many people an audience has, by kind of reader, and the first of them by name. */
  async count(purpose: MessagePurpose, audience: Audience): Promise<AnswerOf<typeof messageRunRoutes.countAudience>> {
    const found = await this.audience.resolve(purpose, audience);
    const countOf = (reader: ReaderKind) => found.filter(({ readerKind }) => readerKind === reader).length;
    return {
      count: found.length,
      readers: READER_KINDS.map((reader) => ({ reader, count: countOf(reader) })).filter(({ count }) => count > 0),
      people: [...found]
        .sort((a, b) => a.name.localeCompare(b.name, 'en'))
        .slice(0, NAMES_SHOWN)
        .map(({ name, readerKind }) => ({ name, reader: readerKind })),
    };
  }

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

  /**
   * Plans a recipient for each person, all or none, and lets the run begin.
   * @param version the run as whoever starts it has read it: other words than those begin for nobody
   * @param confirmation what was typed; it holds the number of people, who are counted again
   * @throws DomainError `notify.message_run_not_found`, `notify.message_run_started`, `notify.message_run_changed`, `notify.confirmation_differs`,
   *   `notify.audience_empty`, `notify.audience_changed`, `notify.words_missing`, `request.approval_refused` after too many in a day
   * @throws NeighbourUnavailableError while svc-booking or svc-auth is away
   */
  async start(id: MessageRunId, { version, confirmation }: RunStart, who: Identity): Promise<MessageRun> {
    const run = await this.draft(id);
    if (run.version !== version) throw new DomainError('notify.message_run_changed');
    if (confirmation.trim() !== confirmationOf(run.count)) throw new DomainError('notify.confirmation_differs');
    const people = await this.audience.resolve(run.purpose, run.audience);
    if (people.length === 0) throw new DomainError('notify.audience_empty');
    if (people.length !== run.count) {
      await this.runs.change({ id, state: 'draft' }, { count: people.length });
      throw new DomainError('notify.audience_changed', { detail: `It would go to ${people.length} people now. Please check it again` });
    }
    const mute = people.find(({ readerKind }) => !messageFor(run, readerKind));
    if (mute) throw new DomainError('notify.words_missing', { detail: `No message for this group yet: ${mute.readerKind}` });
    const subject = [...new Set(run.messages.map((message) => message.subject))].join(' / ').slice(0, MAX_SUBJECT);
    await this.approvals.require(who.userId, { kind: 'message-run', runId: id, people: people.length, subject });
    return this.transactions.run(async (transaction) => {
      const now = this.clock.now();
      // What was read above is still stored, or somebody changed it meanwhile.
      const begun = { state: 'running', startedAt: now, goesOnSince: now } as const;
      const started = await this.runs.change({ id, state: 'draft', version }, begun, transaction);
      if (!started) {
        await this.draft(id, transaction);
        throw new DomainError('notify.message_run_changed');
      }
      await this.recipients.plan(id, people, transaction);
      await recordRunAct(this.outbox, transaction, 'message-run.started', started, who.userId, now);
      return started;
    });
  }

  /** @throws DomainError `notify.message_run_not_found`, `notify.message_run_not_under_way` */
  pause(id: MessageRunId, who: Identity): Promise<MessageRun> {
    return this.move(id, who, { act: 'message-run.paused', from: 'running', to: 'paused' });
  }

  /** @throws DomainError `notify.message_run_not_found`, `notify.message_run_not_under_way` */
  resume(id: MessageRunId, who: Identity): Promise<MessageRun> {
    return this.move(id, who, { act: 'message-run.resumed', from: 'paused', to: 'running' });
  }

  /** Moves a run; one that is there already stays as it is. */
  private move(
    id: MessageRunId,
    who: Identity,
    { act, from, to }: { readonly act: AuditedAct; readonly from: 'running' | 'paused'; readonly to: 'running' | 'paused' },
  ): Promise<MessageRun> {
    return this.transactions.run(async (transaction) => {
      const run = await this.runs.byId(id, transaction);
      if (!run) throw new DomainError('notify.message_run_not_found');
      if (run.state === to) return run;
      // What waits of one that no longer holds is withdrawn at once, and then whoever was told is told so.
      if (run.undone) throw new DomainError('notify.message_run_not_under_way');
      const changes = to === 'running' ? { state: to, goesOnSince: this.clock.now() } : { state: to };
      const moved = await this.runs.change({ id, state: from }, changes, transaction);
      if (!moved) throw new DomainError('notify.message_run_not_under_way');
      await recordRunAct(this.outbox, transaction, act, moved, who.userId, this.clock.now());
      return moved;
    });
  }

  private async draft(id: MessageRunId, transaction?: ClientSession): Promise<MessageRun> {
    const run = await this.runs.byId(id, transaction);
    if (!run) throw new DomainError('notify.message_run_not_found');
    if (run.state !== 'draft') throw new DomainError('notify.message_run_started');
    return run;
  }
}
