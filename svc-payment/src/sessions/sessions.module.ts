import { MONGO } from '@concert/service-kit/mongo';
import { provideAs } from '@concert/service-kit/provide';
import { demandReachable } from '@concert/service-kit/transitions';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongoSessionsRepository } from './mongo-sessions.repository.ts';
import { TRANSITIONS } from './payment-session.ts';
import { SESSIONS } from './sessions.repository.ts';

@Module({ providers: [provideAs(SESSIONS, MongoSessionsRepository, MONGO)], exports: [SESSIONS] })
export class SessionsModule implements OnModuleInit {
  onModuleInit(): void {
    demandReachable(TRANSITIONS, 'creating');
  }
}
