import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { GroundModule } from '../ground.module.ts';
import { PROVIDER } from '../provider/payment-provider.ts';
import { setting } from '../settings.ts';
import { MongoEvidence } from './mongo-evidence.ts';
import { ReadinessController } from './readiness.controller.ts';
import { ShowReadiness } from './show-readiness.ts';

@Module({
  imports: [GroundModule],
  controllers: [ReadinessController],
  providers: [provide(MongoEvidence, MONGO), provide(ShowReadiness, PROVIDER, MongoEvidence, CLOCK, setting('STRIPE_SECRET_KEY'))],
})
export class ReadinessModule {}
