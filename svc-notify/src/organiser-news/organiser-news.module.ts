import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { MongoContacts } from '../contacts/mongo-contacts.ts';
import { ContactsModule } from '../contacts/contacts.module.ts';
import { MongoMails } from '../mails/mongo-mails.ts';
import { MongoRecipientMails } from '../message-runs/mongo-recipient-mails.ts';
import { MessageRunsModule } from '../message-runs/message-runs.module.ts';
import { neighbour } from '../settings.ts';
import { HttpSaleFigures } from './http-sale-figures.ts';
import { MailSwitches } from './mail-switches.ts';
import { OrganiserMailsController } from './organiser-mails.controller.ts';
import { WatchSale } from './watch-sale.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { PostMail } from '../mails/post-mail.ts';
import { OrganiserNewsFactsHandler } from './organiser-news-facts.handler.ts';
import { OrganiserNewsStoreModule } from './organiser-news-store.module.ts';
import { MongoOrganiserNews } from './mongo-organiser-news.ts';
import { HttpTeam } from './http-team.ts';
import { TellOrganisers } from './tell-organisers.ts';

/** A dispute is promised within a minute. */
const TELL_BEAT_MS = 5_000;
const WATCH_BEAT_MS = 60_000;

@Module({
  imports: [ContactsModule, MailsModule, MessageRunsModule, OrganiserNewsStoreModule],
  controllers: [OrganiserNewsFactsHandler, OrganiserMailsController],
  providers: [
    provide(MailSwitches, MONGO, Transactions, Outbox, CLOCK),
    provide(TellOrganisers, MongoOrganiserNews, MailSwitches, HttpTeam, PostMail, Transactions, NewMailSignal),
    provide(HttpSaleFigures, neighbour('BOOKING_URL'), neighbour('PAYMENT_URL')),
    provideBy(
      WatchSale,
      [HttpSaleFigures, MongoMails, MongoContacts, MongoRecipientMails, MongoOrganiserNews, CLOCK, Log],
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
