import type { AudiencePerson, ShownPerson } from '@concert/contracts/booking/audience';
import type { Postponement } from '@concert/contracts/booking/postponement';
import type { Audience } from '@concert/contracts/notify/message-runs';
import type { TicketMail } from '@concert/contracts/booking/internal';
import { token } from '@concert/service-kit/process/provide';

export const AUDIENCE_PEOPLE = token<AudiencePeople>('AudiencePeople');

/** The concert, as words about it name it. */
export type ConcertFacts = TicketMail['concert'] & {
  /** Present where holders of paid tickets are asked, or were, after a postponement. */
  readonly postponement?: Postponement;
};

/** Those who hold bookings and complimentary entries. Each method throws NeighbourUnavailableError while their owner is away. */
export interface AudiencePeople {
  /** Everybody of an audience who holds one, a row for each booking and entry. */
  list(audience: Pick<Audience, 'buyers' | 'guests' | 'inside' | 'booking'>): Promise<readonly AudiencePerson[]>;
  /** Who a booking or entry belongs to now. @throws DomainError `booking.not_found` */
  show(of: string): Promise<ShownPerson>;
  /** The concert as visitors see it. */
  concert(): Promise<ConcertFacts>;
}
