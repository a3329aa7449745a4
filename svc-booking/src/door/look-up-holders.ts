import { LOOK_UPS_PER_HOUR, MAX_HOLDERS_SHOWN, type doorRoutes, type FoundHolder } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { HOUR_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoDoorTickets, TicketHolder } from './mongo-door-tickets.ts';
import { isMatch, nameSearch } from './name-search.ts';
import { listedStateOf } from './show-door.ts';

/** Finds people at the door who lost their tickets, by name or phone number. Every look-up is written down before anything is shown. */
export class LookUpHolders {
  constructor(
    private readonly tickets: MongoDoorTickets,
    private readonly admissions: MongoAdmissions,
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly counts: WindowCounts,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `request.invalid` for fewer than three letters or four digits; `request.too_many` */
  async lookUp(
    { text, door }: CallOf<typeof doorRoutes.lookUpHolders>['body'],
    who: Identity,
  ): Promise<AnswerOf<typeof doorRoutes.lookUpHolders>> {
    const search = nameSearch(text);
    if (!search)
      throw new DomainError('request.invalid', {
        errors: [
          { pointer: '/text', field: 'text', detail: 'Type at least three letters of a name, or the last four digits of a phone number' },
        ],
      });
    const { count, leftMs } = await this.counts.add(`look-ups ${who.userId}`, HOUR_MS);
    if (count > LOOK_UPS_PER_HOUR) throw new DomainError('request.too_many', { retryAfterSeconds: leftMs / 1_000 });
    const holders = await this.tickets.holders();
    const meant = holders.filter((holder) => isMatch(search, holder)).toSorted((one, other) => one.name.localeCompare(other.name));
    const shown = meant.slice(0, MAX_HOLDERS_SHOWN);
    await this.transactions.run((transaction) =>
      // What was typed is not written down: four digits of a number name somebody.
      this.audit.record(transaction, who.userId, this.clock.now(), {
        act: 'names.looked-up',
        subject: { kind: 'door', id: door },
        detail: { by: search.by, found: shown.length, shown: shown.map(({ holder }) => holder).join(' ') },
      }),
    );
    return { holders: await this.withTickets(shown), more: meant.length > shown.length };
  }

  private async withTickets(holders: readonly TicketHolder[]): Promise<FoundHolder[]> {
    const ids = holders.flatMap(({ ticketIds }) => ticketIds);
    const [tickets, inside] = await Promise.all([this.tickets.byIds(ids), this.admissions.inside(ids)]);
    return holders.map(({ holder, name, ticketIds }) => ({
      holder,
      name,
      tickets: ticketIds.flatMap((id) => {
        const ticket = tickets.get(id);
        const admission = inside.get(id);
        return ticket
          ? [
              {
                seating: ticket.seating,
                number: ticket.number,
                of: ticket.of,
                state: listedStateOf(ticket),
                ...(admission
                  ? { insideAt: admission.scannedAt.toISOString(), insideDoor: admission.door, insideScan: admission.scanId }
                  : {}),
              },
            ]
          : [];
      }),
    }));
  }
}
