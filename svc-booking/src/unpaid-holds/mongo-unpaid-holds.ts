import { createHmac, hkdfSync } from 'node:crypto';
import { emailKey } from '@concert/contracts/core/fields';
import { idFromBytes, type UserId } from '@concert/contracts/core/ids';
import { UNKNOWN_ADDRESS } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { networkOf } from '@concert/service-kit/http/network-of';
import { unpaidHoldsCollection } from './unpaid-hold.schema.ts';
import { TooManyUnpaidError, type Holder, type UnpaidHoldLimits } from './unpaid-holds.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How old the list of those who reached a limit may be. Somebody may get a reservation more than the limit meanwhile. */
const LIST_MS = 2_000;
/** Most entries of that list: far more than a hall has seats. */
const MAX_LISTED = 10_000;

/**
 * Bounds the reservations that end without money, so that nobody keeps the hall empty by reserving again and again (OWASP ASVS 5.0, 2.4.1;
 * OWASP Automated Threats OAT-021, denial of inventory). Counts by account, phone number and network, the last two as keyed hashes. Who has
 * reached a limit is read beside the requests, every two seconds at most, so that no buyer waits for it.
 */
export class MongoUnpaidHolds {
  private readonly key: Buffer;
  private blocked: ReadonlyMap<string, Date> = new Map();
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;

  /** @param secret any secret of this service; a key of its own is derived from it */
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
    private readonly limits: UnpaidHoldLimits,
    secret: string,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'unpaid holds', 32));
  }

  /** The keyed hash under which the network of an address is known; none for an unknown address, which everybody may have. */
  sourceOf(address: string): string | undefined {
    return address === UNKNOWN_ADDRESS ? undefined : this.hash(networkOf(address));
  }

  /** The keyed hash under which a phone number is known, however it is written. */
  phoneKeyOf(phoneno: string): string {
    return this.hash(phoneno.replaceAll(/\D/g, ''));
  }

  /** Stands for an email whose owner nobody knows yet, in place of an account. */
  buyerOf(email: string): UserId {
    return idFromBytes(
      'user',
      createHmac('sha256', this.key)
        .update(`email\n${emailKey(email)}`)
        .digest(),
    );
  }

  /** @throws TooManyUnpaidError when too many reservations of this account, phone number or network ended unpaid within a day */
  assertSeatsLeft(holder: Holder): void {
    this.refresh();
    const now = this.clock.now();
    const until = this.keysOf(holder).flatMap((key) => this.blocked.get(key) ?? []);
    const last = Math.max(...until.map((at) => at.getTime()));
    if (last > now.getTime()) throw new TooManyUnpaidError(Math.ceil((last - now.getTime()) / 1_000));
  }

  /** Counts a reservation that ended without money; it counts when `transaction` is committed. */
  async add(holder: Holder, transaction: ClientSession): Promise<void> {
    const forgetAt = new Date(this.clock.now().getTime() + DAY_MS);
    await unpaidHoldsCollection.driver(this.connection).bulkWrite(
      this.keysOf(holder).map((key) => ({
        updateOne: { filter: { _id: key }, update: { $inc: { count: 1 }, $setOnInsert: { forgetAt } }, upsert: true },
      })),
      { session: transaction },
    );
  }

  /** Begins to read who has reached a limit, unless that was done a moment ago. */
  private refresh(): void {
    if (this.reading || performance.now() - this.readAt < LIST_MS) return;
    this.reading = this.read()
      // While the database is away, nobody can reserve anyway; the next request tries again.
      .catch(() => undefined)
      .finally(() => (this.reading = undefined));
  }

  private async read(): Promise<void> {
    const { account, phone, source } = this.limits;
    const rows = await unpaidHoldsCollection
      .driver(this.connection)
      .find({ count: { $gte: Math.min(account, phone, source) } })
      .sort({ count: -1 })
      .limit(MAX_LISTED)
      .toArray();
    this.blocked = new Map(rows.filter(({ _id, count }) => count >= this.limitOf(_id)).map(({ _id, forgetAt }) => [_id, forgetAt]));
    this.readAt = performance.now();
  }

  private limitOf(id: string): number {
    return this.limits[id.split(' ')[0] as keyof UnpaidHoldLimits];
  }

  private keysOf({ userId, phoneKey, source }: Holder): readonly string[] {
    return [
      ...(userId === undefined ? [] : [`account ${userId}`]),
      ...(phoneKey === undefined ? [] : [`phone ${phoneKey}`]),
      ...(source === undefined ? [] : [`source ${source}`]),
    ];
  }

  private hash(value: string): string {
    return createHmac('sha256', this.key).update(value).digest('base64url').slice(0, 22);
  }
}
