import type { BigAction } from '@concert/contracts/auth/approvals';
import type { Identity } from '@concert/contracts/core/identity';
import type { InputOf } from '@concert/contracts/core/route';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import {
  DAYS_FROM_EVENING,
  TIMED_MESSAGES,
  type TimedMessage,
  type timedMessageRoutes,
  type TimedMessageView,
  type TimedState,
} from '@concert/contracts/notify/timed-messages';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Approvals } from '@concert/service-kit/http/approvals';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { ShowMessageRuns } from './show-message-runs.ts';
import type { HttpAudiencePeople, MessageConcert } from './http-audience-people.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import { dueAt, isOver, runIdOf, timedWordsOf, type TimedSettings } from './timed-message.ts';
import type { MongoTimedMessages } from './mongo-timed-messages.ts';

type Change = InputOf<(typeof timedMessageRoutes)['changeTimedMessage']>['body'];

/** What organisers see and decide of the messages that go out by themselves. Each method throws NeighbourUnavailableError while svc-booking is away. */
export class SetTimedMessages {
  constructor(
    private readonly settings: MongoTimedMessages,
    private readonly runs: MongoMessageRuns,
    private readonly show: ShowMessageRuns,
    private readonly people: Pick<HttpAudiencePeople, 'concert'>,
    private readonly approvals: Approvals<BigAction>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly siteUrl: string,
  ) {}

  async list(): Promise<TimedMessageView[]> {
    const [settings, concert] = await Promise.all([this.settings.all(), this.people.concert()]);
    return Promise.all(TIMED_MESSAGES.map((message) => this.view(message, settings[message], concert)));
  }

  /** @throws DomainError `notify.timed_message_changed`, `request.invalid` for a day on which it cannot go */
  async change(message: TimedMessage, { version, ...change }: Change, who: Identity): Promise<TimedMessageView> {
    const { least, most } = DAYS_FROM_EVENING[message];
    if (change.days < least || change.days > most) {
      const detail = `Day must lie between ${least} and ${most}`;
      throw new DomainError('request.invalid', { detail, errors: [{ pointer: '/days', field: 'days', detail }] });
    }
    const { words, version: stored } = (await this.settings.all())[message];
    if (stored !== version) throw new DomainError('notify.timed_message_changed');
    if (change.words && JSON.stringify(change.words) !== JSON.stringify(words))
      await this.approvals.require(who.userId, { kind: 'timed-message', subject: change.words.subject });
    const now = this.clock.now();
    const changed = { ...change, changedAt: now, version: version + 1 };
    await this.transactions.run(async (transaction) => {
      if (!(await this.settings.save(message, changed, who.userId, transaction))) throw new DomainError('notify.timed_message_changed');
      const { isOn, days, time } = change;
      await this.outbox.recordAct(transaction, notifyActRecordedV1, message, changed.version, who.userId, {
        act: 'timed-message.changed',
        subject: { kind: 'timed-message', id: message },
        detail: { message, isOn, days, time, isEdited: change.words !== null },
      });
    });
    return this.view(message, changed, await this.people.concert());
  }

  private async view(message: TimedMessage, settings: TimedSettings, concert: MessageConcert): Promise<TimedMessageView> {
    const { isOn, days, time, words, changedAt, version } = settings;
    const due = dueAt(settings, concert);
    const found = await this.runs.byId(runIdOf(message, concert));
    const run = found && (await this.show.view(found));
    const waiting = waitingState(isOn, concert, due, this.clock.now());
    const state: TimedState = run ? (run.state === 'running' || run.state === 'paused' ? run.state : 'sent') : waiting;
    return {
      ...{ message, isOn, days, time, ...timedWordsOf(message, settings, concert, this.siteUrl), isEdited: words !== null, version, state },
      dueAt: (found?.createdAt ?? due).toISOString(),
      ...(state === 'left_out' && changedAt && isOver(due, changedAt) ? { changedLate: true } : {}),
      ...(run?.coverage ? { run: { id: run.id, coverage: run.coverage } } : {}),
    };
  }
}

function waitingState(isOn: boolean, { closed }: MessageConcert, due: Date, now: Date): TimedState {
  if (!isOn) return 'off';
  if (closed) return 'waits';
  return isOver(due, now) ? 'left_out' : 'planned';
}
