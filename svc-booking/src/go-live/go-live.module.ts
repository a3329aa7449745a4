import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { CLOCK } from '@concert/service-kit/process/clock';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { ConcertChanges } from '../concert/concert-changes.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { setting } from '../settings.ts';
import { GoLiveController } from './go-live.controller.ts';
import { HttpNeighbours } from './http-neighbours.ts';
import { OpenSale } from './open-sale.ts';
import { ShowGoLive } from './show-go-live.ts';

@Module({
  controllers: [GoLiveController],
  providers: [
    provideBy(HttpNeighbours, [setting.all, IdentitySigner], (settings, signer) => new HttpNeighbours(settings, signer)),
    provide(ShowGoLive, MongoConcert, MongoStock, MongoAudit, HttpNeighbours, CLOCK),
    provide(OpenSale, ShowGoLive, MongoConcert, MongoStock, Transactions, AuditLog, ConcertChanges, CLOCK),
  ],
  exports: [ShowGoLive],
})
export class GoLiveModule {}
