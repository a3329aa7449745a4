import { money } from '@concert/contracts/core/money';
import type { Books, FraudWarning } from '@concert/contracts/payment/books';
import type { MongoLedger } from '../ledger/mongo-ledger.ts';
import type { AccountReading } from './account-reading.schema.ts';
import { booksOf } from './books.ts';
import type { MongoBooks } from './mongo-books.ts';

/** The books as organisers see them. They are added up once for each reading of the account and each zone. */
export class ShowBooks {
  private at = 0;
  private readonly ready = new Map<string, Promise<Books>>();

  constructor(
    private readonly books: MongoBooks,
    private readonly ledger: MongoLedger,
  ) {}

  async show(timeZone: string): Promise<Books> {
    const reading = await this.books.reading();
    if (this.at !== (reading?.at.getTime() ?? 0)) this.ready.clear();
    this.at = reading?.at.getTime() ?? 0;
    const known = this.ready.get(timeZone);
    if (known && reading) return known;
    const made = this.make(timeZone, reading);
    this.ready.set(timeZone, made);
    // What failed is tried again.
    made.catch(() => this.ready.delete(timeZone));
    return made;
  }

  private async make(timeZone: string, reading: AccountReading | undefined): Promise<Books> {
    const [cells, total, warnings] = await Promise.all([
      reading ? this.books.cells(timeZone, reading.at) : [],
      this.ledger.total(),
      this.warnings(),
    ]);
    return {
      at: reading?.at.toISOString() ?? null,
      accounts: booksOf(cells, reading?.balance ?? []),
      sold: {
        chargedMinor: total.capturedMinor,
        refundedMinor: total.returnedMinor,
        lostMinor: total.bankMinor,
        givenMinor: total.givenMinor,
      },
      payouts: (reading?.payouts ?? []).map(({ failure, ...payout }) => ({ ...payout, ...(failure ? { failure } : {}) })),
      warnings,
    };
  }

  private async warnings(): Promise<FraudWarning[]> {
    const kept = await this.books.warnings();
    if (kept.length === 0) return [];
    const held = await this.books.held(kept.map(({ paymentIntentId }) => paymentIntentId));
    const left = new Map(held.map(({ paymentIntentId, heldMinor, lostMinor }) => [paymentIntentId, lostMinor > 0 ? 0 : heldMinor]));
    return kept.flatMap(({ bookingId, paymentIntentId, warnedAt }) => {
      const minor = left.get(paymentIntentId) ?? 0;
      return minor > 0 ? [{ bookingId, amount: money(minor), warnedAt: warnedAt.toISOString() }] : [];
    });
  }
}
