import type { doorRoutes } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import type { CallOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoHolderNames } from './mongo-holder-names.ts';

/** Takes back an admission that was a mistake: the ticket is as if nobody had come in with it. */
export class TakeAdmissionBack {
  constructor(
    private readonly holders: Pick<MongoHolderNames, 'ticketsOf'>,
    private readonly admissions: MongoAdmissions,
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Once: asked again it changes nothing. @throws DomainError `booking.not_inside` where nobody is inside by that scan, but perhaps by another */
  async takeBack({ holder, number, scanId }: CallOf<typeof doorRoutes.takeAdmissionBack>['body'], who: Identity): Promise<void> {
    const ticketId = (await this.holders.ticketsOf([holder])).get(holder)?.[number - 1];
    if (!ticketId) throw new DomainError('booking.not_inside');
    await this.transactions.run(async (transaction) => {
      const admission = await this.admissions.takeBack(ticketId, scanId, transaction);
      if (!admission) {
        if (await this.admissions.wasTakenBack(ticketId, scanId, transaction)) return;
        throw new DomainError('booking.not_inside');
      }
      await this.audit.record(transaction, who.userId, this.clock.now(), {
        act: 'admission.taken-back',
        subject: { kind: holder.startsWith('bk_') ? 'booking' : 'complimentary', id: holder },
        ...(holder.startsWith('bk_') ? { bookingId: holder as BookingId } : {}),
        detail: { ticket: number, door: admission.door, at: admission.storedAt.toISOString() },
      });
    });
  }
}
