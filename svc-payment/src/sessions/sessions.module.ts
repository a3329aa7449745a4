import { MONGO } from '@concert/service-kit/mongo';
import { provideAs } from '@concert/service-kit/provide';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongoSessionsRepository } from './mongo-sessions.repository.ts';
import { unreachableStatuses } from './payment-session.ts';
import { SESSIONS } from './sessions.repository.ts';

@Module({ providers: [provideAs(SESSIONS, MongoSessionsRepository, MONGO)], exports: [SESSIONS] })
export class SessionsModule implements OnModuleInit {
  onModuleInit(): void {
    const lost = unreachableStatuses();
    if (lost.length > 0) throw new Error(`no transition leads to ${lost.join(', ')}`);
  }
}
