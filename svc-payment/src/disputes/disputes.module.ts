import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.ts';
import { LEDGER } from '../ledger/ledger.ts';
import { DISPUTES } from './disputes.repository.ts';
import { FollowDispute } from './follow-dispute.ts';
import { MongoDisputesRepository } from './mongo-disputes.repository.ts';

@Module({
  imports: [LedgerModule],
  providers: [provideAs(DISPUTES, MongoDisputesRepository, MONGO), provide(FollowDispute, DISPUTES, LEDGER, Outbox, CLOCK, Log)],
  exports: [DISPUTES, FollowDispute],
})
export class DisputesModule {}
