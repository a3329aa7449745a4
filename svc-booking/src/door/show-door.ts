import { concertDate } from '@concert/contracts/booking/concert-date';
import { ARRIVALS_MINUTES, type DoorConflict, type doorRoutes, type DoorState, type ListedTicket } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/process/clock';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import type { Concert } from '../concert/concert.ts';
import { dateToFollowOf } from '../concert/postponement.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { entranceOf, type Conflict, type DoorTicket } from '../admissions/admission.ts';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { closedDoor } from './closed-door.ts';
import type { MongoDoorTickets, TicketsOverview } from './mongo-door-tickets.ts';

const MAX_CONFLICTS = 20;
/** Of one person at the doors, so that nobody pushes what others met out of sight. */
const MAX_CONFLICTS_A_PERSON = 10;
const CONFLICTS_READ = 250;

/** What organisers at the door see. */
export class ShowDoor {
  private reading: Promise<TicketsOverview> | undefined;

  constructor(
    private readonly tickets: MongoDoorTickets,
    private readonly admissions: MongoAdmissions,
    private readonly concert: MongoConcert,
    private readonly signer: TicketSigner,
    private readonly hoursBefore: number,
    private readonly clock: Clock,
  ) {}

  async state({ helperUntil }: Pick<Identity, 'helperUntil'>): Promise<AnswerOf<typeof doorRoutes.showDoor>> {
    const [concert, overview, inside, stored] = await Promise.all([
      this.concert.current(),
      this.overview(),
      this.admissions.count(),
      this.admissions.conflicts(CONFLICTS_READ),
    ]);
    const conflicts = shownConflicts(stored);
    const tickets = await this.tickets.byIds(conflicts.map(({ ticketId }) => ticketId));
    return {
      concert: this.concertView(concert),
      inside,
      expected: overview.valid,
      conflicts: conflicts.flatMap((conflict) => conflictView(conflict, tickets.get(conflict.ticketId))),
      listMark: await this.mark(overview),
      ...(helperUntil ? { helperUntil } : {}),
    };
  }

  private concertView(concert: Concert): DoorState['concert'] {
    const { title, startsAt, timeZone, state } = concert;
    const closed = closedDoor(concert, this.clock.now(), this.hoursBefore);
    return {
      title,
      startsAt: startsAt.toISOString(),
      timeZone,
      dateText: concertDate({ startsAt, timeZone, ...dateToFollowOf(concert) }),
      state,
      ...(closed ? { closed: { reason: closed.reason, ...(closed.until ? { until: closed.until.toISOString() } : {}) } } : {}),
    };
  }

  /** The list that devices store. */
  async list(): Promise<AnswerOf<typeof doorRoutes.showDoorList>> {
    const overview = await this.overview();
    const { tickets } = overview;
    const inside = await this.admissions.inside(tickets.map(({ ticketId }) => ticketId));
    return {
      keys: this.signer.publicKeys,
      listMark: await this.mark(overview),
      items: tickets.map((ticket) => {
        const { ticketId, seating, number, of, disputed } = ticket;
        const admission = inside.get(ticketId);
        return {
          ticketHash: this.signer.ticketHash(ticketId),
          ...{ seating, number, of },
          ...(disputed ? { disputed } : {}),
          state: listedStateOf(ticket),
          ...(admission ? { insideAt: admission.scannedAt.toISOString(), insideDoor: admission.door } : {}),
        };
      }),
    };
  }

  /** Who came in per door and minute; see {@link MongoAdmissions.arrivals}. */
  async arrivals(): Promise<AnswerOf<typeof doorRoutes.showArrivals>> {
    const since = new Date(this.clock.now().getTime() - ARRIVALS_MINUTES * 60_000);
    const arrivals = await this.admissions.arrivals(since);
    return { arrivals: arrivals.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })) };
  }

  /** How many are inside. */
  inside(): Promise<number> {
    return this.admissions.count();
  }

  /** When this changes, a device reads its list again: tickets, admissions taken back, and a key that signs from now on. */
  private async mark({ mark }: TicketsOverview): Promise<string> {
    return [mark, (await this.admissions.takenBack()).ever, ...this.signer.publicKeys.map(({ id }) => id)].join('.');
  }

  /* It reads all tickets, so concurrent requests share one reading. */
  private overview(): Promise<TicketsOverview> {
    this.reading ??= this.tickets.overview().finally(() => (this.reading = undefined));
    return this.reading;
  }
}

/** What became of a ticket, as devices are told. */
export function listedStateOf({ refusal }: Pick<DoorTicket, 'refusal'>): ListedTicket['state'] {
  if (refusal === undefined) return 'valid';
  return refusal === 'revoked' || refusal === 'replaced' ? refusal : 'refunded';
}

function shownConflicts(newestFirst: readonly Conflict[]): Conflict[] {
  const shown = new Map<UserId, number>();
  const isShown = ({ second: { by } }: Conflict) => {
    const before = shown.get(by) ?? 0;
    shown.set(by, before + 1);
    return before < MAX_CONFLICTS_A_PERSON;
  };
  return newestFirst.filter(isShown).slice(0, MAX_CONFLICTS);
}

function conflictView({ reason, first, second }: Conflict, ticket: DoorTicket | undefined): DoorConflict[] {
  if (!ticket) return [];
  const { seating, number, of } = ticket;
  return [
    {
      id: second.scanId,
      ticket: { seating, number, of },
      reason,
      ...(first ? { first: entranceOf(first) } : {}),
      second: entranceOf(second),
      bothInside: second.offline,
    },
  ];
}
