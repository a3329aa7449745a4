import { idSchema } from '@concert/contracts/core/ids';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { createCursor, createTimeCursor } from '@concert/service-kit/http/cursor';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { DirectMessageRuns } from './direct-message-runs.ts';
import { ReachRecipients } from './reach-recipients.ts';
import { SetTimedMessages } from './set-timed-messages.ts';
import { ShowMessageRuns } from './show-message-runs.ts';

const PAGE = 25;
const cursor = createTimeCursor(idSchema('messageRun'));
const recipientCursor = createCursor(idSchema('recipient'));

export const MessageRunsController = controllerOf(
  notifyRoutes,
  {
    runs: DirectMessageRuns,
    show: ShowMessageRuns,
    recipients: ReachRecipients,
    timed: SetTimedMessages,
    newMail: NewMailSignal,
    named: NamedPeopleLimit,
  },
  {
    countAudience: ({ body }, { runs }) => runs.count(body.purpose, body.audience),
    listReadyMadeRuns: async (_, { runs }) => ({ items: await runs.readyMade() }),
    createMessageRun: async ({ body, who }, { runs, show }) => show.view(await runs.create(body, who.userId)),
    changeMessageRun: async ({ params, body }, { runs, show }) => show.view(await runs.change(params.runId, body)),
    listMessageRuns: async ({ query }, { show }) => {
      const limit = query.limit ?? PAGE;
      const found = await show.list(cursor.after(query.cursor), limit + 1);
      return cursor.page(found, limit, ({ createdAt, id }) => ({ at: new Date(createdAt), id }));
    },
    showMessageRun: ({ params }, { show }) => show.byId(params.runId),
    startMessageRun: async ({ params, body, who }, { runs, show }) => show.view(await runs.start(params.runId, body, who)),
    pauseMessageRun: async ({ params, who }, { runs, show }) => show.view(await runs.pause(params.runId, who)),
    resumeMessageRun: async ({ params, who }, { runs, show, newMail }) => {
      const run = await runs.resume(params.runId, who);
      // SendMailsWorker goes on with its mails, which have waited.
      newMail.raise();
      return show.view(run);
    },
    listRecipients: async ({ params, query, who }, { recipients, named }) => {
      const after = query.cursor === undefined ? '' : recipientCursor.read(query.cursor);
      const { items, more } = await recipients.page(params.runId, query.state, after, query.limit ?? PAGE);
      await named.note(
        who,
        items.map(({ of, id }) => of[0] ?? id),
      );
      const last = items.at(-1);
      return { items, ...(more && last ? { next: recipientCursor.write(last.id) } : {}) };
    },
    correctRecipient: async ({ params, body, who, key }, { recipients, newMail }) => {
      const recipient = await recipients.correct(params.runId, params.recipientId, body.email, who, key);
      newMail.raise();
      return recipient;
    },
    noteCall: ({ params, who }, { recipients }) => recipients.noteCall(params.runId, params.recipientId, who),
    listTimedMessages: async (_, { timed }) => ({ items: await timed.list() }),
    changeTimedMessage: ({ params, body, who }, { timed }) => timed.change(params.message, body, who),
  },
);
