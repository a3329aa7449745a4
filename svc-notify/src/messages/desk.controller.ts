import { idSchema } from '@concert/contracts/core/ids';
import { MAILS_TO_GUESTS, notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Controller, Inject } from '@nestjs/common';
import { MongoContacts } from '../contacts/mongo-contacts.ts';
import { mailView } from '../mails/mail-view.ts';
import type { Mail } from '../mails/mail.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import { HttpAudiencePeople } from './http-audience-people.ts';
import { MongoRecipientMails } from './mongo-recipient-mails.ts';

const PAGE = 25;
const cursor = createTimeCursor(idSchema('mail'));

type In = CallsOf<typeof notifyRoutes>;
type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class DeskController {
  constructor(
    @Inject(MongoMails) private readonly mails: MongoMails,
    @Inject(MongoContacts) private readonly contacts: MongoContacts,
    @Inject(MongoRecipientMails) private readonly recipientMails: MongoRecipientMails,
    @Inject(HttpAudiencePeople) private readonly people: HttpAudiencePeople,
    @Inject(MongoCorrectedAddresses) private readonly addresses: MongoCorrectedAddresses,
    @Inject(NamedPeopleLimit) private readonly named: NamedPeopleLimit,
  ) {}

  @Handles(notifyRoutes.showDesk)
  async show(): Promise<Out['showDesk']> {
    const [mailsInTrouble, openMessages, peopleUnreached] = await Promise.all([
      this.mails.countTrouble(),
      this.contacts.countOpen(),
      this.recipientMails.countUnreached(),
    ]);
    return { mailsInTrouble, openMessages, peopleUnreached };
  }

  @Handles(notifyRoutes.listMails)
  async list({ query, who }: In['listMails']): Promise<Out['listMails']> {
    const limit = query.limit ?? PAGE;
    const found = await this.mails.list({
      ...(query.booking ? { bookingId: query.booking } : {}),
      ...(query.trouble ? { trouble: true } : {}),
      after: cursor.after(query.cursor),
      limit: limit + 1,
    });
    const { items: mails, next } = cursor.page(found, limit, ({ createdAt: at, id }) => ({ at, id }));
    if (query.trouble)
      await this.named.note(
        who,
        mails.map(({ bookings, subjectId }) => bookings[0] ?? subjectId),
      );
    return {
      items: await Promise.all(mails.map(async (mail) => ({ ...mailView(mail), ...(query.trouble ? await this.whoOf(mail) : {}) }))),
      next,
    };
  }

  @Handles(notifyRoutes.listBookingMails)
  async ofBooking({ params: { bookingId } }: In['listBookingMails']): Promise<Out['listBookingMails']> {
    return { items: (await this.mails.list({ bookingId, limit: 100 })).map(mailView) };
  }

  /** Whose booking or entry a mail is about: asked for now, as names and addresses are kept nowhere here. */
  private async whoOf({ kind, bookings, subjectId }: Mail): Promise<Pick<MailView, 'who'>> {
    const invited = kind === 'invitation' || kind === 'invitation-reminder';
    const of = bookings[0] ?? (invited || MAILS_TO_GUESTS.has(kind) ? subjectId : undefined);
    if (of === undefined) return {};
    // One that is gone, or while svc-booking is away: the mail is listed all the same.
    const person = await (invited ? this.people.invited(of) : this.people.show(of)).catch(() => undefined);
    if (!person) return {};
    const { name, email, phone } = person;
    return { who: { name, email: (await this.addresses.of([of])) ?? email, phone } };
  }
}
