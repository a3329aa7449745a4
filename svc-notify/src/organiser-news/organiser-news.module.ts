import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Schedules } from '@concert/service-kit/process/schedules';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
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

@Module({
  imports: [MailsModule, OrganiserNewsStoreModule],
  controllers: [OrganiserNewsFactsHandler],
  providers: [provide(TellOrganisers, ORGANISER_NEWS, TEAM, PostMail, Transactions, NewMailSignal)],
})
export class OrganiserNewsModule implements OnModuleInit {
  constructor(
    @Inject(Schedules) private readonly schedules: Schedules,
    @Inject(TellOrganisers) private readonly tell: TellOrganisers,
  ) {}

  onModuleInit(): void {
    this.schedules.every('tell-organisers', TELL_BEAT_MS, () => this.tell.run());
  }
}
