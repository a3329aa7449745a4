import { readFileSync } from 'node:fs';
import { CLOCK } from '@concert/service-kit/process/clock';
import { provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.ts';
import { MongoContacts } from '../contacts/mongo-contacts.ts';
import { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import { MessagesModule } from '../messages/messages.module.ts';
import { MongoMessageRuns } from '../messages/mongo-message-runs.ts';
import { MongoRecipients } from '../messages/mongo-recipients.ts';
import { OrganiserNewsModule } from '../organiser-news/organiser-news.module.ts';
import { HttpTeam } from '../organiser-news/http-team.ts';
import { neighbour, setting } from '../settings.ts';
import { HttpLetterContents } from './http-letter-contents.ts';
import { LETTERS, lettersOf } from './letters.ts';
import { qrPicture } from './qr-picture.ts';

export const RINGS = readFileSync(new URL('./rings.png', import.meta.url));

@Module({
  imports: [ContactsModule, MessagesModule, OrganiserNewsModule],
  providers: [
    provideBy(
      LETTERS,
      [
        setting.all,
        neighbour('BOOKING_URL'),
        neighbour('PAYMENT_URL'),
        neighbour('AUTH_URL'),
        MongoContacts,
        MongoMessageRuns,
        MongoRecipients,
        HttpAudiencePeople,
        HttpTeam,
        CLOCK,
      ],
      (settings, booking, payment, auth, contacts, messageRuns, recipients, people, team, clock) =>
        lettersOf({
          contents: new HttpLetterContents(booking, payment, auth),
          contacts,
          messageRuns,
          recipients,
          people,
          team,
          clock,
          rings: RINGS,
          drawQr: qrPicture,
          sender: settings.MAIL_FROM,
          organisers: settings.CONTACT_EMAIL,
          publicOrigin: settings.PUBLIC_ORIGIN,
        }),
    ),
  ],
  exports: [LETTERS],
})
export class LettersModule {}
