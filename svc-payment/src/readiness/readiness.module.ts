import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { PROVIDER } from '../provider/payment-provider.ts';
import { ProviderModule } from '../provider/provider.module.ts';
import { setting } from '../settings.ts';
import { EVIDENCE } from './evidence.ts';
import { MongoEvidence } from './mongo-evidence.ts';
import { ReadinessController } from './readiness.controller.ts';
import { ShowReadiness } from './show-readiness.ts';

@Module({
  imports: [ProviderModule],
  controllers: [ReadinessController],
  providers: [provideAs(EVIDENCE, MongoEvidence, MONGO), provide(ShowReadiness, PROVIDER, EVIDENCE, CLOCK, setting('STRIPE_SECRET_KEY'))],
})
export class ReadinessModule {}
