import type { Transactions } from '@concert/service-kit/store/mongo';
import type { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { PostMail } from '../mails/post-mail.ts';
import { newsAddressee, type OrganiserNews } from './organiser-news.ts';
import type { MongoOrganiserNews } from './mongo-organiser-news.ts';
import type { Organiser, HttpTeam } from './http-team.ts';

/** Posts the mails that tell organisers of something: one to each, stored in one transaction with the note that they were told. */
export class TellOrganisers {
  constructor(
    private readonly news: MongoOrganiserNews,
    private readonly team: HttpTeam,
    private readonly postMail: PostMail,
    private readonly transactions: Transactions,
    private readonly newMail: NewMailSignal,
  ) {}

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
