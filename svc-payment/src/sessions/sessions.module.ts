import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { assertReachable } from '@concert/service-kit/store/transitions';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongoSessions } from './mongo-sessions.ts';
import { TRANSITIONS } from './payment-session.ts';

@Module({ providers: [provide(MongoSessions, MONGO)], exports: [MongoSessions] })
export class SessionsModule implements OnModuleInit {
  onModuleInit(): void {
    assertReachable(TRANSITIONS, 'creating');
  }
}
