import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideAs, provideBy } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/process/schedules';
import { Module } from '@nestjs/common';
import { CONTACTS } from '../contacts/contacts.repository.ts';
import { ContactsModule } from '../contacts/contacts.module.ts';
import { MAILS } from '../mails/mails.repository.ts';
import { RECIPIENT_MAILS } from '../message-runs/recipient-mails.ts';
import { MessageRunsModule } from '../message-runs/message-runs.module.ts';
import { neighbour } from '../settings.ts';
import { HttpSaleFigures } from './http-sale-figures.ts';
import { MailSwitches } from './mail-switches.ts';
import { OrganiserMailsController } from './organiser-mails.controller.ts';
import { SALE_FIGURES } from './sale-figures.ts';
import { WatchSale } from './watch-sale.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { PostMail } from '../mails/post-mail.ts';
import { OrganiserNewsFactsHandler } from './organiser-news-facts.handler.ts';
import { OrganiserNewsStoreModule } from './organiser-news-store.module.ts';
import { ORGANISER_NEWS } from './organiser-news.repository.ts';
import { TEAM } from './team.ts';
import { TellOrganisers } from './tell-organisers.ts';

/** A dispute is promised within a minute. */
const TELL_BEAT_MS = 5_000;
const WATCH_BEAT_MS = 60_000;

@Module({
  imports: [ContactsModule, MailsModule, MessageRunsModule, OrganiserNewsStoreModule],
  controllers: [OrganiserNewsFactsHandler, OrganiserMailsController],
  providers: [
    provide(MailSwitches, MONGO, Transactions, Outbox, CLOCK),
    provide(TellOrganisers, ORGANISER_NEWS, MailSwitches, TEAM, PostMail, Transactions, NewMailSignal),
    provideAs(SALE_FIGURES, HttpSaleFigures, neighbour('BOOKING_URL'), neighbour('PAYMENT_URL')),
    provideBy(
      WatchSale,
      [SALE_FIGURES, MAILS, CONTACTS, RECIPIENT_MAILS, ORGANISER_NEWS, CLOCK, Log],
      (figures, mails, contacts, recipients, news, clock, log) =>
        new WatchSale(
          figures,
          async () => {
            const [mailsInTrouble, openMessages, peopleUnreached] = await Promise.all([
              mails.countTrouble(),
              contacts.countOpen(),
              recipients.countUnreached(),
            ]);
            return { mailsInTrouble, openMessages, peopleUnreached };
          },
          news,
          clock,
          log,
        ),
    ),
    provideTask('watch-sale', WATCH_BEAT_MS, WatchSale, (task) => task.run()),
    provideTask('tell-organisers', TELL_BEAT_MS, TellOrganisers, (task) => task.run()),
  ],
})
export class OrganiserNewsModule {}
