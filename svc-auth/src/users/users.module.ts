import { CLOCK } from '@concert/service-kit/process/clock';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { setting } from '../settings.ts';
import { HelperLinksModule } from '../helper-links/helper-links.module.ts';
import { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import { ListUsers } from './list-users.ts';
import { MongoUsers } from './mongo-users.ts';
import { NamePeople } from './name-people.ts';
import { OwnProfile } from './profile.ts';
import { UsersController } from './users.controller.ts';

@Module({
  imports: [HelperLinksModule],
  controllers: [UsersController],
  providers: [
    provide(MongoUsers, MONGO),
    provide(NamedPeopleLimit, MONGO, CLOCK),
    provide(ListUsers, MongoUsers, setting('ADMIN_EMAIL')),
    provide(NamePeople, MongoUsers, MongoHelperLinks),
    provide(OwnProfile, MongoUsers, Transactions, setting('ADMIN_EMAIL')),
  ],
  exports: [MongoUsers],
})
export class UsersModule {}
