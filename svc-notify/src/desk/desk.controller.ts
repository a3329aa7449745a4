import { notifyRoutes } from '@concert/contracts/notify/http';
import { Handles, type AnswersOf } from '@concert/service-kit/http/handles';
import { Controller, Inject } from '@nestjs/common';
import { CONTACTS, type ContactsRepository } from '../contacts/contacts.repository.ts';
import { MAILS, type MailsRepository } from '../mails/mails.repository.ts';
import { RECIPIENT_MAILS, type RecipientMails } from '../message-runs/recipient-mails.ts';

type Out = AnswersOf<typeof notifyRoutes>;

@Controller()
export class DeskController {
  constructor(
    @Inject(MAILS) private readonly mails: MailsRepository,
    @Inject(CONTACTS) private readonly contacts: ContactsRepository,
    @Inject(RECIPIENT_MAILS) private readonly recipientMails: RecipientMails,
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
}
