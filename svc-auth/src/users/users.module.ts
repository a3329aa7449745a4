import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { HelperLinksModule } from '../helper-links/helper-links.module.ts';
import { HELPER_LINKS } from '../helper-links/helper-links.repository.ts';
import { ListUsers } from './list-users.ts';
import { MongoUsersRepository } from './mongo-users.repository.ts';
import { NamePeople } from './name-people.ts';
import { OwnProfile } from './profile.ts';
import { UsersController } from './users.controller.ts';
import { USERS } from './users.repository.ts';

@Module({
  imports: [HelperLinksModule],
  controllers: [UsersController],
  providers: [
    provideAs(USERS, MongoUsersRepository, MONGO),
    provide(ListUsers, USERS, setting('ADMIN_EMAIL')),
    provide(NamePeople, USERS, HELPER_LINKS),
    provide(OwnProfile, USERS, Transactions, setting('ADMIN_EMAIL')),
  ],
  exports: [USERS],
})
export class UsersModule {}
