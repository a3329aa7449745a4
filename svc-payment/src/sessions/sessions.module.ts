import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { assertReachable } from '@concert/service-kit/store/transitions';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongoSessionsRepository } from './mongo-sessions.repository.ts';
import { TRANSITIONS } from './payment-session.ts';
import { SESSIONS } from './sessions.repository.ts';

@Module({ providers: [provideAs(SESSIONS, MongoSessionsRepository, MONGO)], exports: [SESSIONS] })
export class SessionsModule implements OnModuleInit {
  onModuleInit(): void {
    assertReachable(TRANSITIONS, 'creating');
  }
}
