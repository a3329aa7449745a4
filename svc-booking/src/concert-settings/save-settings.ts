import { COMPLIMENTARY_CATEGORIES, GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { SEATINGS } from '@concert/contracts/booking/seating';
import type { BigAction } from '@concert/contracts/auth/approvals';
import type { ConcertSettings } from '@concert/contracts/booking/settings';
import type { Identity } from '@concert/contracts/core/identity';
import type { FieldError } from '@concert/contracts/core/problem';
import type { Approvals } from '@concert/service-kit/http/approvals';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoAllotments } from '../complimentary/mongo-allotments.ts';
import { allotmentView } from '../complimentary/entry-views.ts';
import { resizeObstacle, sizeOf, type CategorySize } from '../seats/capacities.ts';
import { heldTickets, poolsOf, type StockNow } from '../seats/stock.ts';
import type { MongoStock } from '../seats/mongo-stock.ts';
import { stateChange, type ConcertChanges } from '../concert/concert-changes.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { isDraft } from '../concert/concert.ts';
import type { ShowGoLive } from '../go-live/show-go-live.ts';
import { assertInFuture, assertKnownDate, assertPlainState, isAnotherEvening } from '../concert/postponement.ts';
import { fieldRefusal } from '../concert/field-refusal.ts';
import { changedConcert, changesOf, saleOf, settingsView, startOf, toldChanges, type RequestedSettings } from './concert-settings.ts';

const PROMISED = {
  errors: [
    {
      pointer: '/date/local',
      field: 'date.local',
      detail: 'Someone holds a ticket for this evening, or seats that are being paid: move it on the page that postpones the concert',
    },
  ],
};

/** Shows the concert's settings to an admin, and changes all of them or none. Of prices and contacts every organiser is told. */
export class SaveSettings {
  constructor(
    private readonly concert: MongoConcert,
    private readonly stock: MongoStock,
    private readonly allotments: MongoAllotments,
    private readonly transactions: Transactions,
    private readonly changes: ConcertChanges,
    private readonly audit: AuditLog,
    private readonly goLive: ShowGoLive,
    private readonly approvals: Approvals<BigAction>,
    private readonly clock: Clock,
  ) {}

  async show(): Promise<ConcertSettings> {
    const [concert, stocks, allotments] = await Promise.all([
      this.concert.current(),
      this.stock.all(this.clock.now()),
      this.allotments.all(),
    ]);
    return settingsView(concert, stocks, allotments.map(allotmentView));
  }

  /**
   * @throws DomainError `request.invalid` for a local time that a clock change skips or repeats, and for what only stopping or postponing changes, and for a date in the past; `booking.date_promised` for another evening while
   *   somebody holds a ticket or is paying; `booking.not_ready` for opening a draft where real money would be taken and something is not right; `booking.settings_changed`
   *   when somebody else saved first; `booking.capacity_below_taken`; `request.approval_refused` after too many of prices or contacts in a day
   */
  async save(wanted: RequestedSettings, who: Identity): Promise<ConcertSettings> {
    const start = startOf(wanted.date);
    if ('fault' in start) throw fieldRefusal(start.fault);
    const found = await this.concert.current();
    if (found.version !== wanted.version) throw new DomainError('booking.settings_changed');
    assertPlainState(found, wanted.state);
    assertKnownDate(found, start.startsAt);
    assertInFuture(found, start.startsAt, this.clock.now());
    const sale = saleOf(found, wanted, start.startsAt);
    if ('fault' in sale) throw fieldRefusal(sale.fault);
    if (isDraft(found) && !isDraft(sale)) await this.goLive.assertReadyWhereLive();
    const changes = toldChanges(changesOf(found, changedConcert(found, wanted, { ...start, ...sale }, false)));
    if (changes) await this.approvals.require(who.userId, { kind: 'settings', version: found.version, changes });
    await this.transactions.run(async (transaction) => {
      const before = await this.concert.current(transaction);
      if (before.version !== wanted.version) throw new DomainError('booking.settings_changed');
      const now = this.clock.now();
      const moves = before.startsAt.getTime() !== start.startsAt.getTime();
      if (moves) await this.claimSeats(transaction);
      const sizes = await this.resize(wanted, now, transaction);
      const promised = moves && (await this.promised(now, transaction));
      if (promised && isAnotherEvening(before, start.startsAt)) throw new DomainError('booking.date_promised', PROMISED);
      const after = changedConcert(before, wanted, { ...start, ...sale }, promised);
      const changes = { ...changesOf(before, after), ...sizes };
      if (Object.keys(changes).length === 0) return;
      await this.changes.store(before, after, who, { act: 'concert.settings-changed', detail: changes }, transaction);
      if (after.state !== before.state)
        await this.audit.record(transaction, who.userId, now, {
          ...stateChange(before, after),
          subject: { kind: 'concert', id: 'current' },
        });
    });
    return this.show();
  }

  /** So that a first sale, hold or guest at the same moment and the move never both pass: whoever is second decides anew. */
  private async claimSeats(transaction: ClientSession): Promise<void> {
    for (const seating of SEATINGS) await this.stock.claim(seating, transaction);
    for (const group of COMPLIMENTARY_CATEGORIES) await this.allotments.claim(group, transaction);
  }

  /** Whether somebody holds a ticket, or seats that are being paid. Nobody else has to be told of a date that was given before. */
  private async promised(now: Date, transaction: ClientSession): Promise<boolean> {
    const [stocks, allotments] = [await this.stock.all(now, transaction), await this.allotments.all(transaction)];
    return stocks.some((stock) => stock.sold + heldTickets(stock) > 0) || allotments.some(({ issued }) => issued > 0);
  }

  /* @returns what changed, for the audit log */
  private async resize(wanted: RequestedSettings, now: Date, transaction: ClientSession): Promise<Record<string, string>> {
    const faults: FieldError[] = [];
    const changes: Record<string, string> = {};
    for (const stock of await this.stock.all(now, transaction)) {
      const { seating } = stock;
      const size = { capacity: wanted.capacities[seating], ...wanted.protectedSeats[seating] };
      const change = changedSize(sizeOf(stock), size);
      const fault = change && faultOf(size, stock);
      if (fault) faults.push(fault);
      else if (change) {
        await this.stock.resize(stock, size, transaction);
        changes[seating] = change;
      }
    }
    for (const group of COMPLIMENTARY_CATEGORIES) {
      const allotment = await this.allotments.of(group, transaction);
      const capacity = wanted.allotments[group];
      if (capacity === allotment.capacity) continue;
      if (await this.allotments.resize(group, capacity, transaction))
        changes[GROUP_NAMES[group]] = `${capacity} (was ${allotment.capacity})`;
      else
        faults.push({
          pointer: `/allotments/${group}`,
          field: `allotments.${group}`,
          detail: `${GROUP_NAMES[group]} has ${allotment.issued} given away`,
        });
    }
    if (faults.length > 0)
      throw new DomainError('booking.capacity_below_taken', { detail: faults.map(({ detail }) => detail).join('. '), errors: faults });
    return changes;
  }
}

/** What keeps a category from having a size, at the field that has to change. */
function faultOf(size: CategorySize, stock: StockNow): FieldError | undefined {
  const { seating } = stock;
  const { accessible } = poolsOf(stock);
  switch (resizeObstacle(size, stock)) {
    case 'capacity':
      return {
        pointer: `/capacities/${seating}`,
        field: `capacities.${seating}`,
        detail: `${seating} has ${stock.sold} sold and ${heldTickets(stock)} held for buyers who are paying`,
      };
    case 'accessible':
      return {
        pointer: `/protectedSeats/${seating}/accessible`,
        field: `protectedSeats.${seating}.accessible`,
        detail: `${seating} has ${accessible.sold} accessible seats sold and ${accessible.held} held for buyers who are paying`,
      };
    case 'companions':
      return {
        pointer: `/protectedSeats/${seating}/companions`,
        field: `protectedSeats.${seating}.companions`,
        detail: `${seating} has only ${size.capacity} seats to protect some of`,
      };
    case undefined:
      return undefined;
  }
}

/** What is different, for the audit log; undefined where nothing is. */
function changedSize(before: CategorySize, after: CategorySize): string | undefined {
  const words = ({ capacity, accessible, companions }: CategorySize) =>
    accessible + companions > 0 ? `${capacity}, ${accessible} accessible, ${companions} for companions` : String(capacity);
  return words(before) === words(after) ? undefined : `${words(after)} (was ${words(before)})`;
}
