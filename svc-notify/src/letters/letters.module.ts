import { readFileSync } from 'node:fs';
import { CLOCK } from '@concert/service-kit/process/clock';
import { provideBy } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.ts';
import { CONTACTS } from '../contacts/contacts.repository.ts';
import { AUDIENCE_PEOPLE } from '../message-runs/audience-people.ts';
import { MessageRunsModule } from '../message-runs/message-runs.module.ts';
import { MESSAGE_RUNS } from '../message-runs/message-runs.repository.ts';
import { RECIPIENTS } from '../message-runs/recipients.repository.ts';
import { LINK_TOKENS } from '../next-date/link-tokens.codec.ts';
import { NextDateModule } from '../next-date/next-date.module.ts';
import { SIGN_UPS } from '../next-date/sign-ups.repository.ts';
import { ORGANISER_NEWS } from '../organiser-news/organiser-news.repository.ts';
import { OrganiserNewsStoreModule } from '../organiser-news/organiser-news-store.module.ts';
import { TEAM } from '../organiser-news/team.ts';
import { ANSWER_LINKS } from '../evening-answers/answer-links.codec.ts';
import { EveningAnswersModule } from '../evening-answers/evening-answers.module.ts';
import { neighbour, setting } from '../settings.ts';
import { HttpAccountMails } from './http-account-mails.ts';
import { HttpRefundMails } from './http-refund-mails.ts';
import { HttpTicketBookings } from './http-ticket-bookings.ts';
import { LETTERS, lettersOf } from './letters.ts';
import { qrPicture } from './qr-picture.ts';

const RINGS = readFileSync(new URL('./rings.png', import.meta.url));

@Module({
  imports: [ContactsModule, NextDateModule, MessageRunsModule, OrganiserNewsStoreModule, EveningAnswersModule],
  providers: [
    provideBy(
      LETTERS,
      [
        setting.all,
        neighbour('BOOKING_URL'),
        neighbour('PAYMENT_URL'),
        neighbour('AUTH_URL'),
        CONTACTS,
        SIGN_UPS,
        LINK_TOKENS,
        MESSAGE_RUNS,
        RECIPIENTS,
        AUDIENCE_PEOPLE,
        ORGANISER_NEWS,
        TEAM,
        ANSWER_LINKS,
        CLOCK,
      ],
      (settings, booking, payment, auth, contacts, signUps, tokens, messageRuns, recipients, people, news, team, answerLinks, clock) =>
        lettersOf({
          bookings: new HttpTicketBookings(booking),
          refunds: new HttpRefundMails(payment),
          accounts: new HttpAccountMails(auth),
          contacts,
          signUps,
          tokens,
          messageRuns,
          recipients,
          people,
          news,
          team,
          answerLinks,
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
