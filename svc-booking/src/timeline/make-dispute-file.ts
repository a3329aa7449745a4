import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { allTickets } from '../tickets/renewal.ts';
import type { ShowTimeline } from './show-timeline.ts';
import type { HttpBookingMails } from './http-booking-mails.ts';
import { disputeSections, disputeText, type Section } from './dispute-file.ts';

/** Gathers what belongs in an answer to a dispute, and notes in the audit log who did. Nothing is submitted. */
export class MakeDisputeFile {
  constructor(
    private readonly timeline: ShowTimeline,
    private readonly bookings: Pick<MongoBookings, 'byId' | 'ofUser'>,
    private readonly admissions: Pick<MongoAdmissions, 'inside'>,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly mails: HttpBookingMails,
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly publicOrigin: string,
  ) {}

  /** @throws DomainError `booking.not_found`, `booking.not_disputed`; NeighbourUnavailableError while nobody can be asked for the mails */
  async of(id: BookingId, who: Identity): Promise<{ sections: Section[]; text: string }> {
    const booking = await this.bookings.byId(id);
    if (!booking) throw new DomainError('booking.not_found');
    if (!booking.dispute) throw new DomainError('booking.not_disputed');
    const [timeline, others, inside, concert, mails] = await Promise.all([
      this.timeline.of(id),
      this.bookings.ofUser(booking.userId),
      this.admissions.inside(allTickets(booking)),
      this.concert.current(),
      this.mails.of(id),
    ]);
    const sections = disputeSections({
      timeline,
      others: others.filter((other) => other.id !== id),
      mails,
      admissions: [...inside.values()],
      concert,
      publicOrigin: this.publicOrigin,
      madeAt: this.clock.now(),
    });
    const act = { act: 'dispute-file.exported', subject: { kind: 'booking', id }, bookingId: id } as const;
    await this.transactions.run((transaction) => this.audit.record(transaction, who.userId, this.clock.now(), act));
    return { sections, text: disputeText(sections) };
  }
}
