import { STATUSES_WITH_MONEY, type AudiencePerson } from '@concert/contracts/booking/audience';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { isEmail } from '@concert/contracts/core/email';
import { emailKey } from '@concert/contracts/core/fields';
import { READER_KINDS, type ReaderKind } from '@concert/contracts/booking/reader-messages';
import type { Audience, MessagePurpose } from '@concert/contracts/notify/message-runs';
import type { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import type { HttpAudiencePeople } from './http-audience-people.ts';
import { bookingIdsOf, type RecipientSource } from './message-run.ts';
import type { MongoRecipientMails } from './mongo-recipient-mails.ts';

/** One person of an audience, with everything they hold. */
export interface Addressee extends RecipientSource {
  /** The address, in the form in which two spellings are one. */
  readonly key: string;
  /** As an organiser knows them. */
  readonly name: string;
}

/** Finds out who a run goes to. */
export class ResolveAudience {
  constructor(
    private readonly people: HttpAudiencePeople,
    private readonly addresses: MongoCorrectedAddresses,
    private readonly recipientMails: MongoRecipientMails,
  ) {}

  /**
   * The people of an audience, each address once. A cancellation leaves out whoever read of it already in the mail about their money;
   * whose money a bank has, reads no word of money.
   * @throws NeighbourUnavailableError while svc-booking is away
   */
  async resolve(purpose: MessagePurpose, audience: Audience): Promise<readonly Addressee[]> {
    const addressees = together(await this.found(await this.people.list(audience)));
    return purpose === 'cancellation' ? this.withoutTold(addressees) : addressees;
  }

  /** With corrected addresses; without people who have none, because they were erased. */
  private async found(people: readonly AudiencePerson[]): Promise<Addressee[]> {
    const corrected = await this.addresses.ofEach(people.map(({ of }) => of));
    return people.flatMap(({ of, reader, name, email }): Addressee[] => {
      const address = corrected.get(of) ?? email;
      return isEmail(address) ? [{ key: emailKey(address), name, readerKind: reader, people: [of] }] : [];
    });
  }

  private async withoutTold(addressees: readonly Addressee[]): Promise<readonly Addressee[]> {
    const [paid, told] = await Promise.all([
      this.people
        .list({ buyers: { statuses: [...STATUSES_WITH_MONEY], seatings: [...SEATINGS] } })
        .then((people) => this.found(people.filter(({ disputed }) => !disputed))),
      this.recipientMails.toldOfCancellation(addressees.flatMap(bookingIdsOf)),
    ]);
    const withMoney = new Set(paid.map(({ key }) => key));
    return addressees
      .filter((addressee) => !bookingIdsOf(addressee).some((id) => told.has(id)))
      .map((addressee) =>
        addressee.readerKind === 'buyer' && !withMoney.has(addressee.key) ? { ...addressee, readerKind: 'buyer without money' } : addressee,
      );
  }
}

const rank = (reader: ReaderKind) => READER_KINDS.indexOf(reader);

/** One for each address: the kind of reader that comes first says in which words, and everything else stands behind it. */
function together(found: readonly Addressee[]): Addressee[] {
  const byKey = new Map<string, Addressee[]>();
  for (const one of found) {
    const others = byKey.get(one.key);
    if (others) others.push(one);
    else byKey.set(one.key, [one]);
  }
  return [...byKey.values()].map((same) => {
    const [first, ...others] = same.sort((a, b) => rank(a.readerKind) - rank(b.readerKind));
    // Whoever holds a ticket is not written to as a reader of the list.
    const holding = others.filter(({ readerKind }) => readerKind !== 'next date');
    return { ...first!, people: [...new Set([...first!.people, ...holding.flatMap((one) => one.people)])] };
  });
}
