import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MailBudget } from '../mails/mail-budget.ts';
import type { MongoMails } from '../mails/mongo-mails.ts';
import type { PostMail } from '../mails/post-mail.ts';
import { type HttpPublicSite, SiteFault, type SeenPage } from './http-public-site.ts';

/** What the law and the payment provider ask a shop to say. */
const PAGES = ['/imprint', '/terms', '/refund-rule'] as const;
/** As the alert has it: certificates are renewed well before. */
const FEW_DAYS = 14;
const TEST_MAILS_PER_DAY = 20;

/** Says whether mails, and the site that they lead to, are ready for a sale. */
export class ShowReadiness {
  constructor(
    private readonly mails: MongoMails,
    private readonly postMail: PostMail,
    private readonly budget: MailBudget,
    private readonly transactions: Transactions,
    private readonly site: HttpPublicSite,
    private readonly clock: Clock,
    private readonly sender: string,
    private readonly organisers: string,
    /** Stands for the sender in the causes of test mails: with another one a mail has to arrive anew. */
    private readonly senderKey: string,
  ) {}

  async rows(): Promise<ReadinessRow[]> {
    const [sender, site] = await Promise.all([this.senderRow(), this.siteRows()]);
    return [sender, ...site];
  }

  /** Sends a mail to the organisers. @throws DomainError `request.too_many` */
  async sendTestMail(): Promise<{ to: string }> {
    await this.transactions.run(async (transaction) => {
      if (await this.budget.spendOfDay('sender-test', TEST_MAILS_PER_DAY, transaction)) throw new DomainError('request.too_many');
      const factId = `${this.senderKey}.${this.clock.now().toISOString()}`;
      await this.postMail.post({ kind: 'sender-test', factId, subjectId: factId }, transaction);
    });
    return { to: this.organisers };
  }

  private async senderRow(): Promise<ReadinessRow> {
    if ((await this.mails.countRefused()) > 0)
      return { id: 'sender', state: 'red', words: 'The email provider refuses the key or the sender: no email is sent.', mend: '/desk' };
    if (await this.mails.hasArrived('sender-test', this.senderKey))
      return { id: 'sender', state: 'green', words: `A test email of ${this.sender} was delivered.` };
    const words = `No test email of ${this.sender} was reported as delivered: send one. The report comes within minutes; where none comes, run setup again.`;
    return { id: 'sender', state: 'red', words };
  }

  private async siteRows(): Promise<ReadinessRow[]> {
    const { origin } = this.site;
    let pages: SeenPage[];
    try {
      pages = await Promise.all(PAGES.map((path) => this.site.page(path)));
    } catch (error) {
      if (!(error instanceof SiteFault)) throw error;
      const unknown = (id: string): ReadinessRow => ({ id, state: 'red', words: 'Not known while the server cannot reach the site.' });
      const words = `The server cannot reach the site at ${origin} as visitors do (${error.message}).`;
      return [{ id: 'site', state: 'red', words }, unknown('texts'), unknown('certificate')];
    }
    const pageOf = new Map<string, string>();
    for (const [page, path] of PAGES.entries())
      // What stands at the foot of every page is named with the first.
      for (const words of placeholdersIn(pages[page]!.html)) pageOf.set(words, pageOf.get(words) ?? path);
    const found = [...pageOf].map(([words, path]) => `“${words}” on ${path}`);
    const texts: ReadinessRow =
      found.length === 0
        ? { id: 'texts', state: 'green', words: 'Imprint, terms and refund rule contain no sample text.', mend: '/imprint' }
        : {
            ...{ id: 'texts', state: 'red', mend: '/imprint' },
            words: `Sample text is still on the site: ${found.join(', ')}. Change it in mfe-public/content and in the concert settings.`,
          };
    return [texts, this.certificateRow(pages[0]!.certificateEnds)];
  }

  private certificateRow(ends: Date | undefined): ReadinessRow {
    const id = 'certificate';
    const { origin } = this.site;
    if (!ends) return { id, state: 'red', words: `The site is at ${origin}, without https: a sale needs a domain with a certificate.` };
    const days = Math.floor((ends.getTime() - this.clock.now().getTime()) / DAY_MS);
    return days >= FEW_DAYS
      ? { id, state: 'green', words: `The certificate of ${origin} is good for ${days} days.` }
      : { id, state: 'red', words: `The certificate of ${origin} ends in ${days} days: it should have been renewed by now.` };
  }
}

/** Words of the example texts, and words that nobody leaves in a finished one. */
const PLACEHOLDERS: readonly RegExp[] = [
  /\d+ Example Street/i,
  /Example City/i,
  /[\w.+-]+@(?:[\w-]+\.)*example(?:\.(?:org|com|net))?\b/i,
  /\(555\) 123-4567/,
  /lorem ipsum/i,
  /\b(?:TODO|TBD|FIXME|XXX)\b/,
  /\[(?:your|name|address|date|company|organi[sz]er)\b[^\]<]*\]/i,
];

/** The placeholders in a page, each once, as they stand there. */
export function placeholdersIn(html: string): string[] {
  return [...new Set(PLACEHOLDERS.flatMap((placeholder) => placeholder.exec(html)?.[0] ?? []))];
}
