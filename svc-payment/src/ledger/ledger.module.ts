import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoLedger } from './mongo-ledger.ts';

@Module({ providers: [provide(MongoLedger, MONGO)], exports: [MongoLedger] })
export class LedgerModule {}
