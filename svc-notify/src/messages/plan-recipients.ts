import type { MessageRunId } from '@concert/contracts/core/ids';
import type { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import type { Ids } from '@concert/service-kit/process/clock';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { RecipientSource } from './message-run.ts';
import type { MongoRecipients } from './mongo-recipients.ts';

/** Stores whom a run goes to. {@link FeedMessageRuns} posts their mails from there on. */
export class PlanRecipients {
  constructor(
    private readonly recipients: MongoRecipients,
    private readonly ids: Ids,
    private readonly pseudonyms: Pseudonyms,
  ) {}

  /**
   * A recipient for each person, all or none.
   * @param people with the key of their address, where it is not known that all differ; what is stored of it does not reveal the address
   */
  plan(runId: MessageRunId, people: readonly (RecipientSource & { readonly key?: string })[], transaction: ClientSession): Promise<void> {
    return this.recipients.plan(
      people.map(({ key, readerKind, people: of }) => ({
        id: this.ids.next('recipient'),
        runId,
        ...(key === undefined ? {} : { addressHash: this.pseudonyms.of('recipient', key) }),
        readerKind,
        people: of,
        state: 'planned',
        calledAt: null,
        calledBy: null,
      })),
      transaction,
    );
  }
}
