import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { setting } from '../settings.ts';
import { UsersModule } from '../users/users.module.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { HmacLinkTokens } from './link-tokens.codec.ts';
import { MongoLinks } from './mongo-links.ts';
import { RequestMail } from './request-mail.ts';
import { ShowAccountMail } from './show-account-mail.ts';

@Module({
  imports: [UsersModule, SecretsModule],
  providers: [
    provide(MongoLinks, MONGO),
    provide(HmacLinkTokens, setting('AUTH_LINK_KEYS')),
    provide(RequestMail, MongoLinks, HmacLinkTokens, SECRETS, Outbox, CLOCK),
    provide(ShowAccountMail, MongoLinks, MongoUsers, HmacLinkTokens, SECRETS, CLOCK, setting('PUBLIC_ORIGIN')),
  ],
  exports: [MongoLinks, HmacLinkTokens, RequestMail, ShowAccountMail],
})
export class LinksModule {}
