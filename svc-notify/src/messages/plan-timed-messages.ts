import { SEATINGS } from '@concert/contracts/booking/seating';
import type { Audience } from '@concert/contracts/notify/message-runs';
import { PURPOSE_OF, TIMED_MESSAGES, type TimedMessage } from '@concert/contracts/notify/timed-messages';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { PlanRecipients } from './plan-recipients.ts';
import type { Addressee, ResolveAudience } from './resolve-audience.ts';
import type { HttpAudiencePeople, MessageConcert } from './http-audience-people.ts';
import { eveningDayOf, dueAt, isDue, runIdOf, timedWordsOf, type TimedSettings } from './timed-message.ts';
import type { MongoMessageRuns } from './mongo-message-runs.ts';
import type { MongoTimedMessages } from './mongo-timed-messages.ts';

/** Everybody with tickets that are valid. */
export const WITH_TICKETS: Audience = { buyers: { statuses: ['paid'], seatings: [...SEATINGS] }, guests: ['h', 'v', 'f'] };

/**
 * Begins the message run of each message that is due. The run's id is that of message and evening, so that any number of processes, at any number of times, begin it once;
 * whom it goes to is asked then. Whether somebody's tickets are still valid is asked when their mail is sent.
 */
export class PlanTimedMessages {
  constructor(
    private readonly settings: MongoTimedMessages,
    private readonly runs: MongoMessageRuns,
    private readonly recipients: PlanRecipients,
    private readonly audience: ResolveAudience,
    private readonly people: Pick<HttpAudiencePeople, 'concert'>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly siteUrl: string,
  ) {}

  /** @throws NeighbourUnavailableError while svc-booking is away; the next look finds what is due then */
  async run(): Promise<void> {
    const [settings, concert] = await Promise.all([this.settings.all(), this.people.concert()]);
    // Cancelled, stopped for a while, or without a date: nobody is told to come.
    if (concert.closed) return;
    const now = this.clock.now();
    for (const message of TIMED_MESSAGES) {
      const { isOn, ...rest } = settings[message];
      if (isOn && isDue(dueAt(rest, concert), now)) await this.begin(message, settings[message], concert);
    }
  }

  private async begin(message: TimedMessage, settings: TimedSettings, concert: MessageConcert): Promise<void> {
    const id = runIdOf(message, concert);
    if (await this.runs.byId(id)) return;
    const purpose = PURPOSE_OF[message];
    const { audience, people } = await this.peopleOf(purpose);
    await this.transactions.run(async (transaction) => {
      if (await this.runs.byId(id, transaction)) return;
      const now = this.clock.now();
      await this.runs.add(
        {
          ...{ id, purpose, audience, count: people.length, createdBy: null, version: 1, state: 'running' },
          messages: [{ reader: 'everybody', ...timedWordsOf(message, settings, concert, this.siteUrl) }],
          ...{ createdAt: now, startedAt: now, goesOnSince: now, finishedAt: null },
          timed: { message, evening: eveningDayOf(concert) },
        },
        transaction,
      );
      await this.recipients.plan(id, people, transaction);
    });
  }

  /** Thanks go to those who went in; where the door let in nobody by its screen, to everybody with tickets. */
  private async peopleOf(purpose: 'reminder' | 'thanks'): Promise<{ audience: Audience; people: readonly Addressee[] }> {
    const inside = { ...WITH_TICKETS, inside: true };
    const thanked = purpose === 'thanks' ? await this.audience.resolve(purpose, inside) : [];
    if (thanked.length > 0) return { audience: inside, people: thanked };
    return { audience: WITH_TICKETS, people: await this.audience.resolve(purpose, WITH_TICKETS) };
  }
}
