import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import type { AuthSettings } from '../settings.ts';
import { ListUsers } from './list-users.ts';
import { MongoUsersRepository } from './mongo-users.repository.ts';
import { NamePeople } from './name-people.ts';
import { OwnProfile } from './profile.ts';
import { UsersController } from './users.controller.ts';
import { USERS, type UsersRepository } from './users.repository.ts';

@Module({
  controllers: [UsersController],
  providers: [
    { provide: USERS, inject: [MONGO], useFactory: (connection: Connection) => new MongoUsersRepository(connection) },
    {
      provide: ListUsers,
      inject: [USERS, SETTINGS],
      useFactory: (users: UsersRepository, settings: AuthSettings) => new ListUsers(users, settings.ADMIN_EMAIL),
    },
    { provide: NamePeople, inject: [USERS], useFactory: (users: UsersRepository) => new NamePeople(users) },
    {
      provide: OwnProfile,
      inject: [USERS, Transactions, SETTINGS],
      useFactory: (users: UsersRepository, transactions: Transactions, settings: AuthSettings) =>
        new OwnProfile(users, transactions, settings.ADMIN_EMAIL),
    },
  ],
  exports: [USERS],
})
export class UsersModule {}
