import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { LEDGER } from './ledger.ts';
import { MongoLedger } from './mongo-ledger.ts';

@Module({ providers: [provideAs(LEDGER, MongoLedger, MONGO)], exports: [LEDGER] })
export class LedgerModule {}
