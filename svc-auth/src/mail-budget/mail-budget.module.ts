import { CLOCK } from '@concert/service-kit/process/clock';
import { provide } from '@concert/service-kit/process/provide';
import { MONGO } from '@concert/service-kit/store/mongo';
import { Module } from '@nestjs/common';
import { LoginThrottleModule } from '../login-throttle/login-throttle.module.ts';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { ADDRESS_PSEUDONYM } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { setting } from '../settings.ts';
import { MailBudget } from './mail-budget.ts';
import { MongoAllowances } from './mongo-allowances.ts';

@Module({
  imports: [SecretsModule, LoginThrottleModule],
  providers: [
    provide(MongoAllowances, MONGO),
    provide(MailBudget, MongoAllowances, LoginThrottle, ADDRESS_PSEUDONYM, setting('AUTH_MAILS_PER_SOURCE'), CLOCK),
  ],
  exports: [MailBudget],
})
export class MailBudgetModule {}
