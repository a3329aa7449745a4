import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { neighbour } from '../settings.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import { PostMail } from '../mails/post-mail.ts';
import { OrganiserNewsFactsHandler } from './organiser-news-facts.handler.ts';
import { OrganiserNewsStoreModule } from './organiser-news-store.module.ts';
import { MongoOrganiserNews } from './mongo-organiser-news.ts';
import { HttpMoneyDifferences } from './http-money-differences.ts';
import { HttpTeam } from './http-team.ts';
import { TellOrganisers } from './tell-organisers.ts';

/** A dispute is promised within a minute. */
const TELL_BEAT_MS = 5_000;
const WATCH_BEAT_MS = 60_000;

@Module({
  imports: [MailsModule, OrganiserNewsStoreModule],
  controllers: [OrganiserNewsFactsHandler],
  providers: [
    provide(HttpMoneyDifferences, neighbour('PAYMENT_URL')),
    provide(TellOrganisers, HttpMoneyDifferences, MongoOrganiserNews, CLOCK, Log, HttpTeam, PostMail, Transactions, NewMailSignal),
    provideTask('watch-money', WATCH_BEAT_MS, TellOrganisers, (task) => task.watchMoney()),
    provideTask('tell-organisers', TELL_BEAT_MS, TellOrganisers, (task) => task.run()),
  ],
})
export class OrganiserNewsModule {}
