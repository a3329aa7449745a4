import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { MongoNotices } from '../notices/mongo-notices.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { setting } from '../settings.ts';
import { ReadinessController } from './readiness.controller.ts';
import { ShowReadiness } from './show-readiness.ts';

@Module({
  imports: [GroundModule],
  controllers: [ReadinessController],
  providers: [provide(ShowReadiness, PROVIDER, MongoNotices, MongoRefunds, MongoSessions, setting('STRIPE_SECRET_KEY'))],
})
export class ReadinessModule {}
