import { createHmac, hkdfSync } from 'node:crypto';
import { DAY_MS, isToCome } from '@concert/contracts/core/durations';
import { emailKey } from '@concert/contracts/core/fields';
import { idFromBytes, type UserId } from '@concert/contracts/core/ids';
import { UNKNOWN_ADDRESS } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { networkOf, siteNetworkOf } from '@concert/service-kit/identity/network-of';
import { unpaidHoldsCollection } from './unpaid-hold.schema.ts';
import { SITE_NETWORKS, type HoldOwner, type HoldNetworks, type UnpaidHoldLimits } from './unpaid-holds.ts';

/** How old the list of those who reached a limit may be. Somebody may get a reservation more than the limit meanwhile. */
const LIST_MS = 2_000;
/** Most entries of that list: far more than a hall has seats. */
const MAX_LISTED = 10_000;

/**
 * Bounds the reservations that end without money, so that nobody keeps the hall empty by reserving again and again (OWASP ASVS 5.0, 2.4.1;
 * OWASP Automated Threats OAT-021, denial of inventory). Counts by account, and by keyed hashes of networks where nobody proved an email. Who
 * has reached a limit is read beside the requests, every two seconds at most, so that no buyer waits for it.
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

  /** The keyed hashes under which the networks of an address are known; none for an unknown address, which everybody may have. */
  networksOf(address: string): HoldNetworks {
    if (address === UNKNOWN_ADDRESS) return {};
    const [source, site] = [networkOf(address), siteNetworkOf(address)];
    return { source: this.hash(source), ...(site === source ? {} : { site: this.hash(site) }) };
  }

  /** Stands for the browser that has this secret, in place of an account. */
  browserOf(secret: string): UserId {
    return idFromBytes('user', createHmac('sha256', this.key).update(`hold\n${secret}`).digest());
  }

  /** The keyed hash under which holds are found that were made for an email. */
  heldForOf(email: string): string {
    return this.hash(`email\n${emailKey(email)}`);
  }

  /** Seconds to wait because too many reservations of this account or network ended unpaid within a day; 0 where they did not. */
  waitSeconds(holder: HoldOwner): number {
    this.refresh();
    const now = this.clock.now();
    const until = keysOf(holder).flatMap((key) => this.blocked.get(key) ?? []);
    const left = until.filter((at) => isToCome(at, DAY_MS, now)).map((at) => at.getTime() - now.getTime());
    return Math.ceil(Math.max(0, ...left) / 1_000);
  }

  /** Counts a reservation that ended without money; it counts when `transaction` is committed. */
  async add(holder: HoldOwner, transaction: ClientSession): Promise<void> {
    const keys = keysOf(holder);
    if (keys.length === 0) return;
    const forgetAt = new Date(this.clock.now().getTime() + DAY_MS);
    await unpaidHoldsCollection.driver(this.connection).bulkWrite(
      keys.map((key) => ({
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
    const { account, source } = this.limits;
    const rows = await unpaidHoldsCollection
      .driver(this.connection)
      .find({ count: { $gte: Math.min(account, source) } })
      .sort({ count: -1 })
      .limit(MAX_LISTED)
      .toArray();
    this.blocked = new Map(rows.filter(({ _id, count }) => count >= this.limitOf(_id)).map(({ _id, forgetAt }) => [_id, forgetAt]));
    this.readAt = performance.now();
  }

  private limitOf(id: string): number {
    const { account, source } = this.limits;
    if (id.startsWith('account ')) return account;
    return id.startsWith('site ') ? SITE_NETWORKS * source : source;
  }

  private hash(value: string): string {
    return createHmac('sha256', this.key).update(value).digest('base64url').slice(0, 22);
  }
}

function keysOf({ userId, source, site }: HoldOwner): readonly string[] {
  return [
    ...(userId === undefined ? [] : [`account ${userId}`]),
    ...(source === undefined ? [] : [`source ${source}`]),
    ...(site === undefined ? [] : [`site ${site}`]),
  ];
}
