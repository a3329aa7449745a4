import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.ts';
import { RequestMail } from '../links/request-mail.ts';
import { ADDRESS_PSEUDONYM } from '../secrets/secrets.codec.ts';
import { MongoLoginPlaces } from './mongo-login-places.ts';
import { NoteLogin } from './note-login.ts';

@Module({
  imports: [LinksModule],
  providers: [
    provide(MongoLoginPlaces, MONGO, ADDRESS_PSEUDONYM),
    provide(NoteLogin, MongoLoginPlaces, RequestMail, ADDRESS_PSEUDONYM, Transactions, CLOCK, Log),
  ],
  exports: [NoteLogin],
})
export class LoginPlacesModule {}
