import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { AskForRecovery } from './ask-for-recovery.ts';
import { CallOffRecovery } from './call-off-recovery.ts';
import { ShowRecoveries } from './show-recoveries.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class RecoveriesController {
  constructor(
    private readonly showRecoveries: ShowRecoveries,
    private readonly askForRecovery: AskForRecovery,
    private readonly callOffRecovery: CallOffRecovery,
  ) {}

  @Handles(authRoutes.listRecoveries)
  async list(): Promise<Out['listRecoveries']> {
    return { recoveries: await this.showRecoveries.show() };
  }

  @Handles(authRoutes.askForRecovery)
  ask({ params, who }: In['askForRecovery']): Promise<Out['askForRecovery']> {
    return this.askForRecovery.ask(who, params.userId);
  }

  @Handles(authRoutes.callOffRecovery)
  async callOff({ params, who }: In['callOffRecovery']): Promise<void> {
    await this.callOffRecovery.byAdmin(params.userId, who.userId);
  }

  @Handles(authRoutes.keepPasskeys)
  async keep({ body }: In['keepPasskeys']): Promise<Out['keepPasskeys']> {
    await this.callOffRecovery.byLink(body.token);
    return { message: 'Your passkeys stay as they are' };
  }
}
