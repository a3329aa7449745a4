import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { SETTINGS } from '@concert/service-kit/process/settings';
import { Controller, Inject } from '@nestjs/common';
import type { AuthSettings } from '../settings.ts';
import { rowOf } from '../users/profile.ts';
import { RequestAdminAct } from './request-admin-act.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class AdminActsController {
  constructor(
    private readonly request: RequestAdminAct,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  @Handles(authRoutes.changeRole)
  async changeRole({ params, body, who }: In['changeRole']): Promise<Out['changeRole']> {
    return rowOf(await this.request.role(params.userId, body.role, who.userId), this.settings.ADMIN_EMAIL);
  }

  @Handles(authRoutes.removeLostPasskeys)
  async removeLostPasskeys({ params, who }: In['removeLostPasskeys']): Promise<void> {
    await this.request.lostPasskeys(params.userId, who.userId);
  }
}
