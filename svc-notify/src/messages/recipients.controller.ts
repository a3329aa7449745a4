import { idSchema } from '@concert/contracts/core/ids';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { createCursor } from '@concert/service-kit/http/cursor';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Controller, Inject } from '@nestjs/common';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { ReachRecipients } from './reach-recipients.ts';

const PAGE = 25;
const cursor = createCursor(idSchema('recipient'));

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class RecipientsController {
  constructor(
    private readonly reach: ReachRecipients,
    private readonly newMail: NewMailSignal,
    @Inject(NamedPeopleLimit) private readonly named: NamedPeopleLimit,
  ) {}

  @Handles(notifyRoutes.listRecipients)
  async list({ params, query, who }: In['listRecipients']): Promise<Out['listRecipients']> {
    const after = query.cursor === undefined ? '' : cursor.read(query.cursor);
    const { items, more } = await this.reach.page(params.runId, query.state, after, query.limit ?? PAGE);
    await this.named.note(
      who,
      items.map(({ of, id }) => of[0] ?? id),
    );
    const last = items.at(-1);
    return { items, ...(more && last ? { next: cursor.write(last.id) } : {}) };
  }

  @Handles(notifyRoutes.correctRecipient)
  async correct({ params, body, who, key }: In['correctRecipient']): Promise<Out['correctRecipient']> {
    const recipient = await this.reach.correct(params.runId, params.recipientId, body.email, who, key);
    this.newMail.raise();
    return recipient;
  }

  @Handles(notifyRoutes.noteCall)
  call({ params, who }: In['noteCall']): Promise<Out['noteCall']> {
    return this.reach.noteCall(params.runId, params.recipientId, who);
  }
}
