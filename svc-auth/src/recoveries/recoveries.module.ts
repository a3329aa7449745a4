import { CLOCK } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Schedules } from '@concert/service-kit/schedules';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { LINKS } from '../links/links.repository.ts';
import { RequestMail } from '../links/request-mail.ts';
import { PASSKEYS } from '../passkeys/passkeys.repository.ts';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SESSIONS } from '../sessions/sessions.repository.ts';
import { setting } from '../settings.ts';
import { USERS } from '../users/users.repository.ts';
import { AskForRecovery } from './ask-for-recovery.ts';
import { CallOffRecovery } from './call-off-recovery.ts';
import { CarryOutRecoveries } from './carry-out-recoveries.ts';
import { MongoRecoveriesRepository } from './mongo-recoveries.repository.ts';
import { RecoveriesController } from './recoveries.controller.ts';
import { RECOVERIES } from './recoveries.repository.ts';
import { ShowRecoveries } from './show-recoveries.ts';

const LOOK_EVERY_MS = 60_000;

@Module({
  imports: [SessionsModule],
  controllers: [RecoveriesController],
  providers: [
    provideAs(RECOVERIES, MongoRecoveriesRepository, MONGO),
    provide(ShowRecoveries, RECOVERIES, USERS),
    provide(AskForRecovery, RECOVERIES, USERS, PASSKEYS, RequestMail, Transactions, Outbox, CLOCK, setting('AUTH_PASSKEY_RECOVERY_HOURS')),
    provide(CallOffRecovery, RECOVERIES, USERS, LINKS, Transactions, Outbox, SECRETS, CLOCK),
    provide(CarryOutRecoveries, RECOVERIES, USERS, PASSKEYS, SESSIONS, LINKS, RequestMail, Transactions, Outbox, CLOCK, Log),
  ],
})
export class RecoveriesModule implements OnModuleInit {
  constructor(
    @Inject(Schedules) private readonly schedules: Schedules,
    @Inject(CarryOutRecoveries) private readonly carryOutRecoveries: CarryOutRecoveries,
  ) {}

  onModuleInit(): void {
    this.schedules.every('passkey-recoveries', LOOK_EVERY_MS, () => this.carryOutRecoveries.carryOut());
  }
}
