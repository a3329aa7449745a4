import { APPROVALS } from '@concert/service-kit/http/approvals';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoStock } from '../seats/mongo-stock.ts';
import { setting } from '../settings.ts';
import { SharePicture } from '../share-picture/share-picture.ts';
import { ConcertChanges } from './concert-changes.ts';
import { ConcertController } from './concert.controller.ts';
import { MongoConcert } from './mongo-concert.ts';
import { ShowConcert } from './show-concert.ts';
import { StopEvening } from './stop-evening.ts';

@Module({
  controllers: [ConcertController],
  providers: [
    provide(StopEvening, MongoConcert, Transactions, Outbox, ConcertChanges, APPROVALS, CLOCK, IDS),
    provide(SharePicture),
    provide(ShowConcert, MongoConcert, MongoStock, CLOCK, setting('BOOKING_HOLD_SECONDS')),
  ],
})
export class ConcertModule {}
