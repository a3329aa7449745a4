import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { PasskeysModule } from '../passkeys/passkeys.module.ts';
import { setting } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { UsersModule } from '../users/users.module.ts';
import { ReadinessController } from './readiness.controller.ts';
import { ShowReadiness } from './show-readiness.ts';

@Module({
  imports: [UsersModule, PasskeysModule],
  controllers: [ReadinessController],
  providers: [provide(ShowReadiness, MongoUsers, MongoPasskeys, Transactions, setting('ADMIN_EMAIL'))],
})
export class ReadinessModule {}
