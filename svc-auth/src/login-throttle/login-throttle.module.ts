import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { ADDRESS_PSEUDONYM } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { MongoAttempts } from './mongo-attempts.ts';
import { LoginThrottle } from './login-throttle.ts';

@Module({
  imports: [SecretsModule],
  providers: [provide(MongoAttempts, MONGO), provide(LoginThrottle, MongoAttempts, CLOCK, ADDRESS_PSEUDONYM)],
  exports: [LoginThrottle],
})
export class LoginThrottleModule {}
