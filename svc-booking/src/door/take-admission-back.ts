import { UNDONE_WITHIN_SECONDS, type doorRoutes } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { CallOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { DoorTicket } from '../admissions/admission.ts';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoDoorTickets } from './mongo-door-tickets.ts';

type Ticket = Pick<DoorTicket, 'ticketId' | 'holder' | 'number'>;

/** Takes back an admission that was a mistake: the ticket is as if nobody had come in with it. */
export class TakeAdmissionBack {
  constructor(
    private readonly tickets: MongoDoorTickets,
    private readonly admissions: MongoAdmissions,
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Once: asked again it changes nothing. @throws DomainError `booking.not_inside` where nobody is inside by that scan, but perhaps by another */
  async takeBack({ holder, number, scanId }: CallOf<typeof doorRoutes.takeAdmissionBack>['body'], who: Identity): Promise<void> {
    const ticketId = (await this.tickets.ofHolders([holder])).get(holder)?.[number - 1];
    if (!ticketId || !(await this.take({ ticketId, holder, number }, scanId, who.userId))) throw new DomainError('booking.not_inside');
  }

  /** Undoes what this person let in moments ago, by the server's clock. @returns whether it is undone, now or before; otherwise it stands */
  undo(ticket: Ticket, scanId: string, { userId }: Identity): Promise<boolean> {
    return this.take(ticket, scanId, userId, new Date(this.clock.now().getTime() - UNDONE_WITHIN_SECONDS * 1_000));
  }

  private take({ ticketId, holder, number }: Ticket, scanId: string, by: UserId, since?: Date): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const admission = await this.admissions.takeBack(ticketId, scanId, transaction, since && { by, since });
      if (!admission) return this.admissions.wasTakenBack(ticketId, scanId, transaction);
      await this.audit.record(transaction, by, this.clock.now(), {
        act: 'admission.taken-back',
        subject: { kind: holder.startsWith('bk_') ? 'booking' : 'complimentary', id: holder },
        ...(holder.startsWith('bk_') ? { bookingId: holder as BookingId } : {}),
        detail: { ticket: number, door: admission.door, at: admission.storedAt.toISOString() },
      });
      return true;
    });
  }
}
