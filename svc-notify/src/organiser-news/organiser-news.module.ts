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
import { HttpMoneyDifferences } from './http-money-differences.ts';
import { HttpTeam } from './http-team.ts';
import { TellOrganisers } from './tell-organisers.ts';

const WATCH_BEAT_MS = 60_000;

@Module({
  imports: [MailsModule],
  controllers: [OrganiserNewsFactsHandler],
  providers: [
    provide(HttpMoneyDifferences, neighbour('PAYMENT_URL')),
    provide(HttpTeam, neighbour('AUTH_URL')),
    provide(TellOrganisers, HttpMoneyDifferences, Log, HttpTeam, PostMail, Transactions, NewMailSignal),
    provideTask('watch-money', WATCH_BEAT_MS, TellOrganisers, (task) => task.watchMoney()),
  ],
  exports: [HttpTeam],
})
export class OrganiserNewsModule {}
