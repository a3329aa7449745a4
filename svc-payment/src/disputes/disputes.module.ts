import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.ts';
import { MongoLedger } from '../ledger/mongo-ledger.ts';
import { MongoDisputes } from './mongo-disputes.ts';
import { FollowDispute } from './follow-dispute.ts';

@Module({
  imports: [LedgerModule],
  providers: [provide(MongoDisputes, MONGO), provide(FollowDispute, MongoDisputes, MongoLedger, Outbox, CLOCK, Log)],
  exports: [MongoDisputes, FollowDispute],
})
export class DisputesModule {}
