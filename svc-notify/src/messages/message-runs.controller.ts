import { idSchema } from '@concert/contracts/core/ids';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { createCursor, createTimeCursor } from '@concert/service-kit/http/cursor';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Controller, Inject } from '@nestjs/common';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { DirectMessageRuns } from './direct-message-runs.ts';
import { ReachRecipients } from './reach-recipients.ts';
import { SetTimedMessages } from './set-timed-messages.ts';
import { ShowMessageRuns } from './show-message-runs.ts';

const PAGE = 25;
const cursor = createTimeCursor(idSchema('messageRun'));
const recipientCursor = createCursor(idSchema('recipient'));

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class MessageRunsController {
  constructor(
    private readonly runs: DirectMessageRuns,
    private readonly show: ShowMessageRuns,
    private readonly recipients: ReachRecipients,
    private readonly timed: SetTimedMessages,
    private readonly newMail: NewMailSignal,
    @Inject(NamedPeopleLimit) private readonly named: NamedPeopleLimit,
  ) {}

  @Handles(notifyRoutes.countAudience)
  count({ body }: In['countAudience']): Promise<Out['countAudience']> {
    return this.runs.count(body.purpose, body.audience);
  }

  @Handles(notifyRoutes.listReadyMadeRuns)
  async readyMade(): Promise<Out['listReadyMadeRuns']> {
    return { items: await this.runs.readyMade() };
  }

  @Handles(notifyRoutes.createMessageRun)
  async create({ body, who }: In['createMessageRun']): Promise<Out['createMessageRun']> {
    return this.show.view(await this.runs.create(body, who.userId));
  }

  @Handles(notifyRoutes.changeMessageRun)
  async change({ params, body }: In['changeMessageRun']): Promise<Out['changeMessageRun']> {
    return this.show.view(await this.runs.change(params.runId, body));
  }

  @Handles(notifyRoutes.listMessageRuns)
  async list({ query }: In['listMessageRuns']): Promise<Out['listMessageRuns']> {
    const limit = query.limit ?? PAGE;
    const found = await this.show.list(cursor.after(query.cursor), limit + 1);
    return cursor.page(found, limit, ({ createdAt, id }) => ({ at: new Date(createdAt), id }));
  }

  @Handles(notifyRoutes.showMessageRun)
  one({ params }: In['showMessageRun']): Promise<Out['showMessageRun']> {
    return this.show.byId(params.runId);
  }

  @Handles(notifyRoutes.startMessageRun)
  async start({ params, body, who }: In['startMessageRun']): Promise<Out['startMessageRun']> {
    return this.show.view(await this.runs.start(params.runId, body, who));
  }

  @Handles(notifyRoutes.pauseMessageRun)
  async pause({ params, who }: In['pauseMessageRun']): Promise<Out['pauseMessageRun']> {
    return this.show.view(await this.runs.pause(params.runId, who));
  }

  @Handles(notifyRoutes.resumeMessageRun)
  async resume({ params, who }: In['resumeMessageRun']): Promise<Out['resumeMessageRun']> {
    const run = await this.runs.resume(params.runId, who);
    // SendMailsWorker goes on with its mails, which have waited.
    this.newMail.raise();
    return this.show.view(run);
  }

  @Handles(notifyRoutes.listRecipients)
  async listRecipients({ params, query, who }: In['listRecipients']): Promise<Out['listRecipients']> {
    const after = query.cursor === undefined ? '' : recipientCursor.read(query.cursor);
    const { items, more } = await this.recipients.page(params.runId, query.state, after, query.limit ?? PAGE);
    await this.named.note(
      who,
      items.map(({ of, id }) => of[0] ?? id),
    );
    const last = items.at(-1);
    return { items, ...(more && last ? { next: recipientCursor.write(last.id) } : {}) };
  }

  @Handles(notifyRoutes.correctRecipient)
  async correct({ params, body, who, key }: In['correctRecipient']): Promise<Out['correctRecipient']> {
    const recipient = await this.recipients.correct(params.runId, params.recipientId, body.email, who, key);
    this.newMail.raise();
    return recipient;
  }

  @Handles(notifyRoutes.noteCall)
  call({ params, who }: In['noteCall']): Promise<Out['noteCall']> {
    return this.recipients.noteCall(params.runId, params.recipientId, who);
  }

  @Handles(notifyRoutes.listTimedMessages)
  async listTimed(): Promise<Out['listTimedMessages']> {
    return { items: await this.timed.list() };
  }

  @Handles(notifyRoutes.changeTimedMessage)
  changeTimed({ params, body, who }: In['changeTimedMessage']): Promise<Out['changeTimedMessage']> {
    return this.timed.change(params.message, body, who);
  }
}
