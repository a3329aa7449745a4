import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.ts';
import { RequestMail } from '../links/request-mail.ts';
import { ADDRESS_PSEUDONYM } from '../secrets/secrets.codec.ts';
import { LOGIN_PLACES } from './login-places.repository.ts';
import { MongoLoginPlacesRepository } from './mongo-login-places.repository.ts';
import { NoteLogin } from './note-login.ts';

@Module({
  imports: [LinksModule],
  providers: [
    provideAs(LOGIN_PLACES, MongoLoginPlacesRepository, MONGO, ADDRESS_PSEUDONYM),
    provide(NoteLogin, LOGIN_PLACES, RequestMail, ADDRESS_PSEUDONYM, Transactions, CLOCK, Log),
  ],
  exports: [NoteLogin],
})
export class LoginPlacesModule {}
