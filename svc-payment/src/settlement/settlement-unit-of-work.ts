import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { LedgerEntry } from '../ledger/ledger.ts';
import type { MongoLedger } from '../ledger/mongo-ledger.ts';
import type { ProviderSession } from '../provider/payment-provider.ts';
import { LoadedSessions } from '../sessions/loaded-sessions.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';

type Recorded = Parameters<Outbox['record']>[1][number];

/** The changes that several snapshots make in one transaction: collected in memory, and stored together at the end. */
export class SettlementUnitOfWork {
  private readonly entries: LedgerEntry[] = [];
  private readonly facts: Recorded[] = [];

  private constructor(
    readonly sessions: LoadedSessions,
    readonly transaction: ClientSession,
  ) {}

  /** Reads everything known of some pages and of their bookings. */
  static async begin(
    repository: MongoSessions,
    seen: readonly ProviderSession[],
    transaction: ClientSession,
  ): Promise<SettlementUnitOfWork> {
    const wanted = {
      bookingIds: [...new Set(seen.flatMap(({ reference }) => (reference ? [reference.bookingId] : [])))],
      checkoutSessionIds: [...new Set(seen.map(({ checkoutSessionId }) => checkoutSessionId))],
    };
    return new SettlementUnitOfWork(await LoadedSessions.read(repository, wanted, transaction), transaction);
  }

  enter(entry: LedgerEntry): void {
    this.entries.push(entry);
  }

  tell(fact: Recorded): void {
    this.facts.push(fact);
  }

  async store(ledger: MongoLedger, outbox: Outbox): Promise<void> {
    await this.sessions.store();
    await ledger.add(this.entries, this.transaction);
    await outbox.record(this.transaction, this.facts);
  }
}
