import { Batcher, NEVER_REFUSED } from '@concert/service-kit/batcher';
import type { ClientSession, Transactions } from '@concert/service-kit/mongo';
import type { Outcome } from '@concert/service-kit/outcome';
import type { Look } from '../settlement/look.ts';
import { onceMore, type SettlePayment } from '../settlement/settle-payment.ts';
import type { NoticesRepository } from './notices.repository.ts';

/** Pages stored together: the number that is read together. */
const MAX_PAGES = 200;

/** What became of the notices about a page. */
export type PageOutcome = 'done' | 'repeat' | 'ignored';

/** A page that was read, and the notices that are done once it is stored. */
interface ReadPage {
  readonly noticeIds: readonly string[];
  readonly look: Look;
}

/** Stores pages that were read together in one transaction, and marks their notices as done in it. */
export class ReadPages {
  private readonly pages = new Batcher<ReadPage, PageOutcome | 'restore'>({
    ...NEVER_REFUSED,
    most: MAX_PAGES,
    commit: (pages, joining) => this.commit(pages, joining),
  });

  constructor(
    private readonly notices: NoticesRepository,
    private readonly settle: SettlePayment,
    private readonly transactions: Transactions,
  ) {}

  /** @throws the error of this page, never that of another stored with it */
  async store(page: ReadPage): Promise<PageOutcome> {
    const outcome = await this.pages.submit(page);
    return outcome === 'restore' ? this.store({ ...page, look: await this.settle.restored(page.look) }) : outcome;
  }

  private async commit(first: readonly ReadPage[], joining: () => readonly ReadPage[]): Promise<Outcome<PageOutcome | 'restore'>[]> {
    // A round submits all its pages in one turn of the event loop, so after this await all of them have been submitted.
    await Promise.resolve();
    const pages = [...first, ...joining()];
    const outcomes = await onceMore(() => this.transactions.run((transaction) => this.apply(pages, transaction)));
    return outcomes.map((value) => ({ ok: true, value }));
  }

  private async apply(pages: readonly ReadPage[], transaction: ClientSession): Promise<(PageOutcome | 'restore')[]> {
    const owed = await this.notices.stillOwed(noticesOf(pages), transaction);
    const fresh = pages.filter(({ noticeIds }) => noticeIds.some((id) => owed.has(id)));
    const applied = await this.settle.applyAll(
      fresh.map(({ look }) => look),
      transaction,
    );
    const outcomes = new Map(
      fresh.map((page, index): [ReadPage, PageOutcome | 'restore'] => {
        const outcome = applied[index];
        if (outcome && 'first' in outcome) return [page, 'restore'];
        return [page, outcome?.session ? 'done' : 'ignored'];
      }),
    );
    const done = fresh.filter((page) => outcomes.get(page) !== 'restore');
    if (done.length > 0) await this.notices.done(noticesOf(done), transaction);
    return pages.map((page) => outcomes.get(page) ?? 'repeat');
  }
}

function noticesOf(pages: readonly ReadPage[]): string[] {
  return pages.flatMap(({ noticeIds }) => [...noticeIds]);
}
