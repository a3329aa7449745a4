import { fullName } from '@concert/contracts/booking/full-name';
import { moneyOfTickets, type ChoiceMail, type ChoiceShown } from '@concert/contracts/booking/choices';
import { choiceChangedV1 } from '@concert/contracts/booking/events';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/process/errors';
import { StaleWriteError, type ClientSession, type Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { assertCompanionsFollow, seatOfTicket } from '../bookings/access.ts';
import { moneyLeft, type Booking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { postponementView, dateToFollowOf } from '../concert/postponement.ts';
import { fieldRefusal } from '../concert/field-refusal.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { assertLinkOpen } from '../tickets/link-end.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import {
  asksHolders,
  withChoice,
  isAsked,
  isCarriedOut,
  isClosedForChoice,
  needsBuyer,
  sameChoice,
  choiceInForce,
  type TicketWish,
  type PostponedConcertWithDeadline,
  type TicketChoice,
} from './choice.ts';
import type { MongoChoices } from './mongo-choices.ts';

/** What is known of a booking when its holder looks or chooses. */
interface Asked {
  readonly booking: Booking;
  readonly concert: PostponedConcertWithDeadline;
  readonly choice: TicketChoice | undefined;
  /** Whether the buyer asks, signed in. */
  readonly own: boolean;
}

/** What shows that somebody may choose: the secret of the choice link, and of the mail that asks to confirm. */
interface Secrets {
  readonly ref2?: string | undefined;
  readonly confirm?: string | undefined;
}

/** Lets the holder of paid tickets choose what becomes of them after a postponement. Looking changes nothing. */
export class ChooseTickets {
  constructor(
    private readonly choices: MongoChoices,
    private readonly bookings: MongoBookings,
    private readonly concert: MongoConcert,
    private readonly signer: TicketSigner,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly publicOrigin: string,
    private readonly clock: Clock,
  ) {}

  /**
   * For whoever holds the choice link, and for the buyer who is signed in.
   * @throws DomainError `booking.not_found`, `booking.link_ended`, `booking.nothing_to_choose`
   */
  async show(id: BookingId, secret: string | undefined, who: Identity | undefined): Promise<ChoiceShown> {
    return this.view(await this.find(id, secret, who));
  }

  /** For the mail about a change, which only its buyer gets. @throws DomainError `booking.not_found`, `booking.nothing_to_choose` */
  async mail(id: BookingId): Promise<ChoiceMail> {
    const asked = await this.asked(id, true);
    const { booking, choice } = asked;
    const query = new URLSearchParams({ ref: id, ref2: this.signer.capability(booking, 'choice') });
    if (choice?.toConfirm) query.set('ref3', this.signer.capability(booking, `confirm-choice-${choice.version}`));
    const name = fullName(booking);
    return { ...this.view(asked), name, email: booking.email, url: `${this.publicOrigin}/choose?${query.toString()}` };
  }

  /**
   * Keeps what the holder chose, in place of what was chosen before, and has the buyer told. A gift, or a return of all tickets, that comes
   * by the choice link alone waits for the buyer.
   * @param secrets `confirm` is good for the version of the choice that its mail was about, and for nothing else
   * @throws DomainError those of `show`, `booking.choice_over`; `request.invalid` for a ticket that is not valid any more, or more gifts than tickets
   */
  async save(id: BookingId, wish: TicketWish, secrets: Secrets, who: Identity | undefined): Promise<ChoiceShown> {
    const store = () =>
      this.transactions.run(async (transaction) => {
        const asked = await this.find(id, secrets.ref2, who, transaction);
        const { booking, concert, choice } = asked;
        if (isClosedForChoice(concert, choice, this.clock.now())) throw new DomainError('booking.choice_over');
        assertValid(wish, booking);
        const confirmed = !needsBuyer(booking, wish) || asked.own || this.isConfirmed(asked, wish, secrets.confirm);
        const after = withChoice(booking, choice, concert.postponement, { ...wish, confirmed }, this.clock.now());
        // The same once more is no change: nobody is told again.
        if (after === choice) return asked;
        if (!(await this.choices.put(choice, after, transaction))) throw new StaleWriteError('a choice changed in between');
        const fact = this.outbox.fact(choiceChangedV1, id, after.version, { bookingId: id });
        await this.outbox.record(transaction, [fact]);
        return { ...asked, choice: after };
      });
    try {
      return this.view(await store());
    } catch (error) {
      // Of two first choices at one moment a unique id accepts one; the other follows it.
      if (!isDuplicateKey(error)) throw error;
      return this.view(await store());
    }
  }

  private isConfirmed({ booking, choice }: Asked, wish: TicketWish, confirm: string | undefined): boolean {
    if (confirm === undefined || !choice || !sameChoice(choice.toConfirm, wish)) return false;
    return this.signer.opens(booking, confirm, `confirm-choice-${choice.version}`);
  }

  private async find(id: BookingId, secret: string | undefined, who: Identity | undefined, transaction?: ClientSession): Promise<Asked> {
    const booking = await this.bookings.byId(id, transaction);
    const own = booking !== undefined && booking.userId === who?.userId;
    if (!booking || !(own || (secret !== undefined && this.signer.opens(booking, secret, 'choice'))))
      throw new DomainError('booking.not_found');
    if (!own) assertLinkOpen(await this.concert.current(transaction), booking.createdAt, this.clock.now());
    return this.asked(id, own, transaction);
  }

  private async asked(id: BookingId, own: boolean, transaction?: ClientSession): Promise<Asked> {
    const booking = await this.bookings.byId(id, transaction);
    if (!booking) throw new DomainError('booking.not_found');
    const concert = await this.concert.current(transaction);
    const [choice] = await this.choices.of([id], transaction);
    if (!asksHolders(concert) || !(isAsked(booking, concert) || isCarriedOut(choice, concert.postponement)))
      throw new DomainError('booking.nothing_to_choose');
    return { booking, concert, choice, own };
  }

  private view({ booking, concert, choice }: Asked): ChoiceShown {
    const { title, startsAt, timeZone, supportEmail, supportPhone, postponement } = concert;
    const valid = isAsked(booking, concert) ? ticketsLeft(booking).map(({ number }) => number) : [];
    const counts = choiceInForce(choice, postponement);
    const waits = choice?.toConfirm;
    return {
      bookingId: booking.id,
      seating: booking.seating,
      state: isClosedForChoice(concert, choice, this.clock.now()) ? 'over' : 'open',
      tickets: valid,
      companions: valid.filter((number) => seatOfTicket(booking, number) === 'companion'),
      moneyBack: valid.map((_, index) => moneyOfTickets(moneyLeft(booking), valid.length, index + 1)),
      ...(counts
        ? {
            choice: {
              giveBack: [...counts.giveBack],
              gifts: counts.gifts,
              ...(counts.chosenAt ? { chosenAt: counts.chosenAt.toISOString() } : {}),
            },
          }
        : {}),
      ...(waits ? { toConfirm: { giveBack: [...waits.giveBack], gifts: waits.gifts, chosenAt: waits.at.toISOString() } } : {}),
      concert: { title, startsAt: startsAt.toISOString(), timeZone, ...dateToFollowOf(concert), supportEmail, supportPhone },
      postponement: postponementView(postponement),
    };
  }
}

/** @throws DomainError `request.invalid` */
function assertValid({ giveBack, gifts }: TicketWish, booking: Booking): void {
  const valid = new Set(ticketsLeft(booking).map(({ number }) => number));
  const gone = giveBack.find((number) => !valid.has(number));
  if (gone !== undefined) throw fieldRefusal({ pointer: '/giveBack', field: 'giveBack', detail: `Ticket ${gone} is not valid any more` });
  assertCompanionsFollow(booking, giveBack, '/giveBack');
  if (gifts > giveBack.length)
    throw fieldRefusal({ pointer: '/gifts', field: 'gifts', detail: 'Only the money of tickets that are given back can be given' });
}
