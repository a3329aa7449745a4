import {
  GROUP_NAMES,
  type complimentaryRoutes,
  type ComplimentaryCategory,
  type ComplimentaryDetails,
  type ComplimentaryTicketMail,
} from '@concert/contracts/booking/complimentary';
import type { Identity } from '@concert/contracts/core/identity';
import { roleIncludes } from '@concert/contracts/core/roles';
import { idSchema } from '@concert/contracts/core/ids';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/process/clock';
import { assertFreshSignIn } from '@concert/service-kit/identity/fresh-sign-in';
import type { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import { DomainError } from '@concert/service-kit/process/errors';
import { givenBackUntil } from '../concert/concert.ts';
import { concertOfMail } from '../concert/concert-of-mail.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { assertLinkOpen } from '../tickets/link-end.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { maskedContact, type BuyerContact } from '../tickets/masked-contact.ts';
import { ticketPdf } from '../tickets/pdf-ticket.ts';
import type { MongoAllotments } from './mongo-allotments.ts';
import type { MongoEntries } from './mongo-entries.ts';
import { isGuestOf, ticketsAdmit, type Entry, type EntryId } from './entry.ts';
import { allotmentView, entryDetails, entryView, ticketCodes } from './entry-views.ts';

const USUAL_PAGE = 50;
const entryId = idSchema('complimentary');
const pages = createTimeCursor(entryId);

/** Reads entries for those who may see them. Others get the same answer as for an entry that does not exist. */
export class ShowEntries {
  constructor(
    private readonly entries: MongoEntries,
    private readonly allotments: MongoAllotments,
    private readonly admissions: MongoAdmissions,
    private readonly concert: MongoConcert,
    private readonly signer: TicketSigner,
    private readonly named: NamedPeopleLimit,
    private readonly publicOrigin: string,
    private readonly clock: Clock,
  ) {}

  /**
   * Entries of a group, newest first, without the secrets that open their tickets.
   * @throws DomainError `request.invalid` for a cursor that this list did not issue, `request.sign_in_again` for too many people
   */
  async list(
    { cursor, limit = USUAL_PAGE, ...question }: CallOf<typeof complimentaryRoutes.listComplimentary>['query'],
    who: Identity,
  ): Promise<AnswerOf<typeof complimentaryRoutes.listComplimentary>> {
    const [found, allotment] = await Promise.all([
      this.entries.list(question, pages.after(cursor), limit + 1),
      this.allotments.of(question.group),
    ]);
    const { items: shown, next } = pages.page(found, limit, ({ createdAt: at, id }) => ({ at, id }));
    await this.named.note(
      who,
      shown.map(({ id }) => id),
    );
    const inside = await this.admissions.inside(shown.flatMap(({ ticketIds }) => ticketIds));
    return {
      items: shown.map((entry) => entryView(entry, entry.ticketIds.filter((id) => inside.has(id)).length)),
      next,
      allotment: allotmentView(allotment),
    };
  }

  /**
   * The tickets of an entry, for an organiser or anybody with its signed link. A malformed reference, an unknown one and the
   * wrong group all get the same answer.
   * @throws DomainError `booking.not_found`, `booking.link_ended`, `request.sign_in_again` for an organiser without the link
   */
  async details(
    reference: string,
    reference2: string | null | undefined,
    group: ComplimentaryCategory,
    who: Identity | undefined,
  ): Promise<ComplimentaryDetails[]> {
    const { entry, contact } = await this.opened(reference, reference2, who);
    if (entry.group !== group) throw new DomainError('booking.not_found');
    const giveBack = await this.giveBackOf(entry, who);
    return [{ ...entryDetails(entry, contact, this.signer), ...(giveBack ? { giveBack } : {}) }];
  }

  /** What its guest can give back now; undefined where that is nothing. */
  private async giveBackOf(entry: Entry, who: Identity | undefined): Promise<ComplimentaryDetails['giveBack']> {
    const until = givenBackUntil(await this.concert.current(), this.clock.now());
    if (!until || !ticketsAdmit(entry)) return undefined;
    const inside = await this.admissions.inside(entry.ticketIds);
    const tickets = ticketsLeft(entry).flatMap(({ number, ticketId }) => (inside.has(ticketId) ? [] : [number]));
    return tickets.length > 0 ? { until: until.toISOString(), tickets, own: isGuestOf(entry, who) } : undefined;
  }

  /** The tickets as a PDF, for the same people. @throws DomainError `booking.not_found`, `booking.link_ended`, `booking.no_tickets` */
  async pdf(id: EntryId, reference2: string | undefined, who: Identity | undefined): Promise<Buffer> {
    const { entry, contact } = await this.opened(id, reference2, who);
    const details = entryDetails(entry, contact, this.signer);
    if (!details.tickets) throw new DomainError('booking.no_tickets');
    return ticketPdf({ ...details, tickets: details.tickets }, concertOfMail(await this.concert.current()));
  }

  /** What its two mails show: the ticket mail and the mail that it was revoked. @throws DomainError `booking.entry_not_found` */
  async ticketMail(id: EntryId): Promise<ComplimentaryTicketMail> {
    const entry = await this.entries.byId(id);
    if (!entry) throw new DomainError('booking.entry_not_found');
    return {
      entryId: entry.id,
      status: entry.status,
      name: entry.name,
      email: entry.email,
      group: GROUP_NAMES[entry.group],
      concert: concertOfMail(await this.concert.current()),
      ticketUrl: `${this.publicOrigin}/get-hf-details?ref=${entry.id}&ref2=${this.signer.capability(entry)}&c=${entry.group}`,
      tickets: ticketsAdmit(entry) ? ticketCodes(entry, this.signer) : [],
    };
  }

  /** The entry for an organiser, or for whoever has its link, who sees of the guest's address and number only a part. */
  private async opened(
    reference: string,
    reference2: string | null | undefined,
    who: Identity | undefined,
  ): Promise<{ readonly entry: Entry; readonly contact: BuyerContact }> {
    const id = entryId.safeParse(reference);
    const entry = id.success ? await this.entries.byId(id.data) : undefined;
    const isOrganiser = who && roleIncludes(who.role, 'organiser');
    const opens = entry && typeof reference2 === 'string' && this.signer.opens(entry, reference2);
    if (!entry || !(opens || isOrganiser)) throw new DomainError('booking.not_found');
    // The codes of somebody else's tickets: without their link, only by a fresh proof.
    if (!opens && isOrganiser) assertFreshSignIn(who, this.clock.now());
    if (isOrganiser) return { entry, contact: { email: entry.email, phoneno: entry.phoneno } };
    assertLinkOpen(await this.concert.current(), entry.createdAt, this.clock.now());
    return { entry, contact: maskedContact(entry) };
  }
}
