import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { setting } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { ReadinessController } from './readiness.controller.ts';
import { ShowReadiness } from './show-readiness.ts';

@Module({
  imports: [SessionsModule],
  controllers: [ReadinessController],
  providers: [provide(ShowReadiness, MongoUsers, MongoPasskeys, Transactions, setting('ADMIN_EMAIL'))],
})
export class ReadinessModule {}
