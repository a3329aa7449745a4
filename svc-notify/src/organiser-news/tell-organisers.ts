import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MongoOrganiserNews } from './mongo-organiser-news.ts';
import type { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { PostMail } from '../mails/post-mail.ts';
import { newsAddressee, type OrganiserNews } from './organiser-news.ts';
import type { HttpMoneyDifferences } from './http-money-differences.ts';
import type { Organiser, HttpTeam } from './http-team.ts';

/** Finds out what organisers are to be told of, and posts the mails: one to each, stored in one transaction with the note that they were told. */
export class TellOrganisers {
  constructor(
    private readonly differences: HttpMoneyDifferences,
    private readonly news: MongoOrganiserNews,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly team: HttpTeam,
    private readonly postMail: PostMail,
    private readonly transactions: Transactions,
    private readonly newMail: NewMailSignal,
  ) {}

  /** Stores what is new. Harmless when repeated or interrupted; while svc-payment is away there is nothing to tell. */
  async watchMoney(): Promise<void> {
    const money = await this.differences.count().catch((error: unknown) => {
      this.log.warn('the money could not be looked at', { dependency: 'svc-payment' }, error);
    });
    if (money?.latestAt === undefined) return;
    // Differences that are found later on the same day stand on the same page.
    const day = money.latestAt.slice(0, 'yyyy-mm-dd'.length);
    await this.news.add({ id: `money-differs ${day}`, facts: { kind: 'money-differs', open: money.open }, at: this.clock.now() });
  }

  /** Tells of what nobody was told of yet. Harmless when repeated or interrupted. */
  async run(): Promise<void> {
    const untold = await this.news.untold();
    if (untold.length === 0) return;
    const organisers = await this.team.organisers();
    for (const news of untold) await this.tell(news, organisers);
    this.newMail.raise();
  }

  private tell({ id }: OrganiserNews, organisers: readonly Organiser[]): Promise<void> {
    return this.transactions.run(async (transaction) => {
      if (!(await this.news.markTold(id, transaction))) return;
      const mails = organisers.map((organiser) => {
        const wordsOf = newsAddressee.of(id, organiser.id);
        return this.postMail.mailOf({ kind: 'organiser-news', factId: wordsOf, subjectId: id, wordsOf });
      });
      await this.postMail.postAll(mails, transaction);
    });
  }
}
