import type { Fact } from '@concert/contracts/core/envelope';
import { idSchema } from '@concert/contracts/core/ids';
import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { ChangeEntry } from './change-entry.ts';

const PURPOSE = 'mark-entries-issued';
const entryId = idSchema('complimentary');

/** Marks an entry as issued once the mail with its tickets was accepted for delivery. Other mails are ignored. */
@Controller()
export class MailFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly change: ChangeEntry,
  ) {}

  @OnFact(mailAcceptedV1, PURPOSE)
  async accepted(fact: Fact<typeof mailAcceptedV1>): Promise<void> {
    const id = entryId.safeParse(fact.data.subjectId);
    if (!id.success) return;
    await this.inbox.once(PURPOSE, fact, (transaction) => this.change.mailed(id.data, transaction));
  }
}
