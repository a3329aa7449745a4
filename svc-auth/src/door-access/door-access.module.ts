import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { Module } from '@nestjs/common';
import { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { DoorAccessController } from './door-access.controller.ts';
import { DoorAccess } from './door-access.ts';

@Module({
  imports: [SessionsModule],
  controllers: [DoorAccessController],
  providers: [provide(DoorAccess, MongoHelperLinks, MongoSessions, Transactions, Outbox, WindowCounts, SECRETS, CLOCK, IDS)],
})
export class DoorAccessModule {}
