import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { setting } from '../settings.ts';
import { UsersModule } from '../users/users.module.ts';
import { USERS } from '../users/users.repository.ts';
import { HmacLinkTokens, LINK_TOKENS } from './link-tokens.codec.ts';
import { LINKS } from './links.repository.ts';
import { MongoLinksRepository } from './mongo-links.repository.ts';
import { RequestMail } from './request-mail.ts';
import { ShowAccountMail } from './show-account-mail.ts';

@Module({
  imports: [UsersModule, SecretsModule],
  providers: [
    provideAs(LINKS, MongoLinksRepository, MONGO),
    provideAs(LINK_TOKENS, HmacLinkTokens, setting('AUTH_LINK_KEYS')),
    provide(RequestMail, LINKS, LINK_TOKENS, SECRETS, Outbox, CLOCK),
    provide(ShowAccountMail, LINKS, USERS, LINK_TOKENS, SECRETS, CLOCK, setting('PUBLIC_ORIGIN')),
  ],
  exports: [LINKS, LINK_TOKENS, RequestMail, ShowAccountMail],
})
export class LinksModule {}
