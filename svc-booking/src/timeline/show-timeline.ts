import { buyerFieldsOf } from '@concert/contracts/booking/buyer';
import { fullName } from '@concert/contracts/booking/full-name';
import type { AuditPerson } from '@concert/contracts/booking/audit';
import type { OpenDispute, Timeline, TimelineEntry } from '@concert/contracts/booking/timeline';
import { idSchema, type BookingId, type UserId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { DomainError } from '@concert/service-kit/process/errors';
import { peopleIn, viewOf } from '../audit-log/audit-views.ts';
import type { MongoAudit } from '../audit-log/mongo-audit.ts';
import type { TicketChoice } from '../choices/choice.ts';
import type { MongoChoices } from '../choices/mongo-choices.ts';
import type { HttpPeople } from '../people/http-people.ts';
import { accessLeft } from '../bookings/access.ts';
import { chargedFor, type Actor, type Booking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { MongoMoney } from '../money-moves/mongo-money.ts';
import type { MoneyMove } from '../money-moves/money.schema.ts';

const userId = idSchema('user');

/** Each news once. A dispute is told again while it is open when there is another last day to answer: that is no other opening. */
function ofMoney(moves: readonly MoneyMove[]): TimelineEntry[] {
  const told = new Map<string, TimelineEntry>();
  for (const { what, at: movedAt, amount, references, reason } of moves) {
    const [at, [reference = '']] = [movedAt.toISOString(), references];
    told.set(`${what} ${reference} ${at}`, { kind: 'money', at, what, amount, reference, ...(reason ? { reason } : {}) });
  }
  return [...told.values()];
}

function userOf(actor: Actor): UserId | undefined {
  const parsed = userId.safeParse(actor.replace(/^user:/, ''));
  return parsed.success ? parsed.data : undefined;
}

/** What a booking's holder chose after a postponement, and what became of it. */
function ofChoice({ chosenAt, carriedOutAt, giveBack, gifts, history }: TicketChoice): TimelineEntry[] {
  return [
    ...history.map((change) => ({
      ...{ kind: 'choice' as const, at: change.at.toISOString(), step: change.confirmed ? ('chosen' as const) : ('to-confirm' as const) },
      ...{ silent: false, giveBack: [...change.giveBack], gifts: change.gifts },
    })),
    ...(carriedOutAt
      ? [
          {
            kind: 'choice' as const,
            at: carriedOutAt.toISOString(),
            step: 'carried-out' as const,
            silent: chosenAt === null,
            giveBack: [...giveBack],
            gifts,
          },
        ]
      : []),
  ];
}

/** Lists all that happened to one booking. */
export class ShowTimeline {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly money: MongoMoney,
    private readonly audit: MongoAudit,
    private readonly choices: Pick<MongoChoices, 'of'>,
    private readonly people: HttpPeople,
    private readonly capability: (booking: Booking) => string,
  ) {}

  /** Bookings whose payment is disputed, the one that has to be answered first at the top. */
  async disputes(): Promise<OpenDispute[]> {
    return (await this.bookings.disputed()).map((booking) => ({
      bookingId: booking.id,
      name: fullName(booking),
      amount: money(booking.dispute?.amountMinor ?? 0),
      ...(booking.dispute?.reason ? { reason: booking.dispute.reason } : {}),
      ...(booking.dispute?.answerBy ? { answerBy: booking.dispute.answerBy.toISOString() } : {}),
    }));
  }

  /** @throws DomainError `booking.not_found` */
  async of(id: BookingId): Promise<Timeline> {
    const booking = await this.bookings.byId(id);
    if (!booking) throw new DomainError('booking.not_found');
    const [moves, acts, choices] = await Promise.all([this.money.ofBooking(id), this.audit.ofBooking(id), this.choices.of([id])]);
    const users = booking.history.map(({ actor }) => userOf(actor)).filter((user) => user !== undefined);
    const people = new Map(await this.people.named([...new Set([...users, ...peopleIn(acts)])]));
    const buyer: AuditPerson = { id: booking.userId, name: fullName(booking), email: booking.email };
    people.set(booking.userId, buyer);
    const by = (actor: Actor): AuditPerson => people.get(userOf(actor) ?? '') ?? { id: actor.replace(/^user:/, '') };
    const entries: TimelineEntry[] = [
      ...booking.history.map(({ from, to, at, actor, cause }) => ({
        kind: 'status' as const,
        at: at.toISOString(),
        from,
        to,
        by: by(actor),
        cause,
      })),
      ...ofMoney(moves),
      ...choices.flatMap(ofChoice),
      ...acts.map((entry) => ({ kind: 'act' as const, at: entry.at.toISOString(), entry: viewOf(entry, people) })),
    ];
    const { seating, tickets, price, status, createdAt, ticketIds, dispute, termsVersion, needs } = booking;
    const access = accessLeft(booking);
    return {
      booking: {
        id,
        ...buyerFieldsOf(booking),
        seating,
        notickets: tickets,
        ...(access ? { access } : {}),
        ...(needs ? { needs } : {}),
        amount: chargedFor(booking),
        price,
        status,
        createdAt: createdAt.toISOString(),
        ...(dispute ? { dispute: dispute.state } : {}),
        ...(dispute?.reason ? { disputeReason: dispute.reason } : {}),
        ...(dispute?.answerBy ? { answerBy: dispute.answerBy.toISOString() } : {}),
        ...(termsVersion ? { termsVersion } : {}),
        ...(ticketIds.length > 0 ? { ref2: this.capability(booking) } : {}),
        providerIds: [...new Set(moves.flatMap(({ references }) => references))],
      },
      entries: entries.sort((a, b) => a.at.localeCompare(b.at)),
    };
  }
}
