import { money } from '@concert/contracts/core/money';
import type { Books, FraudWarning } from '@concert/contracts/payment/books';
import { TimeoutError, withTimeout } from '@concert/service-kit/process/with-timeout';
import type { MongoLedger } from '../ledger/mongo-ledger.ts';
import type { AccountReading } from './account-reading.schema.ts';
import { booksOf } from './books.ts';
import type { MongoBooks } from './mongo-books.ts';

/** Adding up 100,000 payments takes longer; then the page shows the reading before, and says of when it is. */
const PATIENCE_MS = 150;

/** What was added up for a zone, of which reading, and what is there meanwhile. */
interface Made {
  readonly at: number;
  readonly books: Promise<Books>;
  latest: Books | undefined;
}

/** The books as organisers see them, added up once for each reading of the account and each zone. */
export class ShowBooks {
  private readonly ready = new Map<string, Made>();

  constructor(
    private readonly books: MongoBooks,
    private readonly ledger: MongoLedger,
  ) {}

  async show(timeZone: string): Promise<Books> {
    const reading = await this.books.reading();
    const at = reading?.at.getTime() ?? 0;
    const before = this.ready.get(timeZone);
    const made: Made = before?.at === at ? before : { at, books: this.make(timeZone, reading), latest: before?.latest };
    this.ready.set(timeZone, made);
    const done = made.books.then(
      (books) => (made.latest = books),
      (error: unknown) => {
        // What failed is tried again.
        this.ready.delete(timeZone);
        throw error;
      },
    );
    const { latest } = made;
    if (!latest) return done;
    return withTimeout(done, PATIENCE_MS).catch((error: unknown) => {
      if (error instanceof TimeoutError) return latest;
      throw error;
    });
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
      payouts: [...(reading?.payouts ?? [])],
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
