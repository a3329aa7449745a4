import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { PostMail } from '../mails/post-mail.ts';
import { newsTold, type OrganiserNews } from './organiser-news.ts';
import type { HttpMoneyDifferences } from './http-money-differences.ts';
import type { HttpTeam } from './http-team.ts';

/** Posts a mail to each organiser of what asks them to act. */
export class TellOrganisers {
  constructor(
    private readonly differences: HttpMoneyDifferences,
    private readonly log: Log,
    private readonly team: HttpTeam,
    private readonly postMail: PostMail,
    private readonly transactions: Transactions,
    private readonly newMail: NewMailSignal,
  ) {}

  /** Tells of money that differs, once a day. Harmless when repeated or interrupted; while svc-payment is away there is nothing to tell. */
  async watchMoney(): Promise<void> {
    const money = await this.differences.count().catch((error: unknown) => {
      this.log.warn('the money could not be looked at', { dependency: 'svc-payment' }, error);
    });
    if (money?.latestAt === undefined) return;
    // Differences that are found later on the same day stand on the same page.
    const day = money.latestAt.slice(0, 'yyyy-mm-dd'.length);
    const news = { kind: 'money-differs', open: money.open } as const;
    await this.tell(`money-differs ${day}`, news, (store) => this.transactions.run(store));
  }

  /**
   * @param id made of what happened, so that each organiser is told once however often it is heard of
   * @param within runs what it is given in a transaction
   * @throws NeighbourUnavailableError while svc-auth is away
   */
  async tell<T>(
    id: string,
    news: OrganiserNews,
    within: (store: (transaction: ClientSession) => Promise<void>) => Promise<T>,
  ): Promise<void> {
    const organisers = await this.team.organisers();
    await within(async (transaction) => {
      const mails = organisers.map(({ id: userId }) =>
        this.postMail.mailOf({ kind: 'organiser-news', factId: `${userId} ${id}`, subjectId: id, wordsOf: newsTold.of(userId, news) }),
      );
      await this.postMail.postAll(mails, transaction);
    });
    this.newMail.raise();
  }
}
