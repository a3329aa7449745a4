import type { BigAction } from '@concert/contracts/auth/approvals';
import { priceMinor, SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { CALLER_HEADER, type Identity } from '@concert/contracts/core/identity';
import { NeighbourInTest, refused, type Told } from '@concert/service-kit/neighbour-in-test.harness';

/** What the neighbour, svc-booking, answers. */
export interface HeldBooking {
  who: Identity;
  seating: Seating;
  tickets: number;
  status: BookingStatus;
  /** Numbers of its tickets that were given back, and of those that somebody went in with. */
  returned?: readonly number[];
  inside?: readonly number[];
  /** How many tickets cost nothing. */
  freeTickets?: number;
  /** What one ticket, or the whole of it where that is priced, cost when it was reserved; by default what the specification says. */
  unitMinor?: number;
  /** Numbers of companions' tickets, which end with ticket 1. */
  companions?: readonly number[];
  /** What it knows to have gone back in partial returns, in cents. */
  returnedMinor?: number;
  /** To be paid beside the price, to the welfare work, in cents. */
  giftMinor?: number;
  /** What it knows to have been given to the welfare work, in cents. */
  givenMinor?: number;
  /** How long its seats are kept after a page was requested. */
  holdSeconds: number;
  /** A refusal to answer instead, when a buyer asks to pay it. */
  refusal?: { readonly status: number; readonly code: string };
}

/** The price of the whole booking, in cents. */
export function priceOf({ seating, tickets, freeTickets = 0, unitMinor }: HeldBooking): number {
  if (unitMinor === undefined) return priceMinor(seating, tickets - freeTickets);
  return SEATING_RULES[seating].pricedPer === 'ticket' ? unitMinor * (tickets - freeTickets) : unitMinor;
}

/** The secret of the link that pays a booking's offer. */
export const secretOf = (bookingId: string) => `offer of ${bookingId}`;

/** A big action as svc-auth is asked about it. */
interface AskedFor {
  readonly userId: string;
  readonly action: BigAction;
}

/** svc-booking and svc-auth as svc-payment asks them, with answers that the test controls. */
export class NeighboursOfPayment {
  readonly held = new Map<string, HeldBooking>();
  /** Big actions that were asked for. */
  readonly askedFor: AskedFor[] = [];
  /** What svc-auth refuses a big action with; by default none. */
  approvalRefusal: 'request.approval_needed' | 'request.approval_refused' | undefined;
  /** What happens while somebody is asked to approve. */
  whileAsked: () => Promise<unknown> = () => Promise.resolve();
  /** Bookings that the neighbour was asked to restore. */
  readonly restored: { bookingId: string; seating: Seating; tickets: number; email: string; amountMinor: number; giftMinor?: number }[] =
    [];
  private readonly server = new NeighbourInTest(async ({ url = '', headers }, body) => {
    const answer = this.answer(url, body, headers[CALLER_HEADER]);
    if (url === '/internal/approvals') await this.whileAsked();
    return answer;
  });

  constructor(private readonly now: () => number) {}

  open(): Promise<string> {
    return this.server.listen();
  }

  /** Address of both of them. */
  get url(): string {
    return this.server.url;
  }

  close(): void {
    this.server.close();
  }

  private answer(url: string, text: string, caller: unknown): Told {
    if (typeof caller !== 'string') return refused(401, 'request.session_required');
    if (url === '/internal/approvals') return this.approve(JSON.parse(text) as AskedFor);
    if (url.startsWith('/internal/booking-money')) {
      const items = [...this.held.entries()].filter(([, { status }]) => !['pending', 'failed', 'cancelled', 'expired'].includes(status));
      return {
        status: 200,
        body: {
          items: items.map(([bookingId, entry]) => ({
            bookingId,
            status: entry.status,
            price: { amountMinor: priceOf(entry) + (entry.giftMinor ?? 0), currency: 'USD' },
            returned: { amountMinor: entry.returnedMinor ?? 0, currency: 'USD' },
            given: { amountMinor: entry.givenMinor ?? 0, currency: 'USD' },
          })),
        },
      };
    }
    if (url === '/internal/bookings/restore') {
      const asked = JSON.parse(text) as (typeof this.restored)[number];
      const known = this.held.has(asked.bookingId);
      if (!known) this.restored.push(asked);
      return { status: 200, body: { known } };
    }
    if (url === '/internal/refund-bookings') {
      const { bookingIds } = JSON.parse(text) as { bookingIds: string[] };
      const bookings = bookingIds.flatMap((bookingId) => {
        const entry = this.held.get(bookingId);
        if (!entry) return [];
        const { who, seating, tickets, status, returned = [], inside = [], companions = [] } = entry;
        const numbers = Array.from({ length: tickets }, (_, index) => index + 1).filter((number) => !returned.includes(number));
        return [
          {
            bookingId,
            firstname: who.name,
            lastname: '',
            email: who.email,
            seating,
            tickets: numbers.length,
            ticketsLeft: numbers.map((number) => ({
              number,
              inside: inside.includes(number),
              ...(companions.includes(number) ? { endsWith: 1 } : {}),
            })),
            amount: { amountMinor: priceOf(entry), currency: 'USD' },
            status,
            linkGeneration: 0,
          },
        ];
      });
      const concert = {
        title: 'Music for Meditation',
        startsAt: new Date(this.now()).toISOString(),
        timeZone: 'UTC',
        supportEmail: 'support@example.org',
        supportPhone: '555',
      };
      return { status: 200, body: { concert, bookings } };
    }
    if (url !== '/internal/begin-payment') return refused(404, 'booking.not_found');
    const { bookingId, userId, ref2 } = JSON.parse(text) as { bookingId: string; userId?: string; ref2?: string };
    return this.begun(bookingId, ref2 === secretOf(bookingId) ? this.held.get(bookingId)?.who.userId : userId);
  }

  private approve(asked: AskedFor): Told {
    this.askedFor.push(asked);
    return this.approvalRefusal ? refused(409, this.approvalRefusal) : { status: 200, body: { granted: true } };
  }

  private begun(id: string, userId: string | undefined): Told {
    const entry = this.held.get(id);
    if (entry?.refusal) return refused(entry.refusal.status, entry.refusal.code);
    if (!entry || entry.who.userId !== userId) return refused(404, 'booking.not_found');
    const { who, seating, tickets, giftMinor, freeTickets = 0 } = entry;
    const holdEndsAt = new Date(this.now() + entry.holdSeconds * 1_000).toISOString();
    return {
      status: 200,
      body: {
        bookingId: id,
        userId: who.userId,
        seating,
        tickets,
        freeTickets,
        amount: { amountMinor: priceOf(entry), currency: 'USD' },
        giftMinor,
        email: who.email,
        name: who.name,
        concertTitle: 'Music for Meditation',
        holdEndsAt,
      },
    };
  }
}
