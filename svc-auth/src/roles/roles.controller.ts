import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { SETTINGS } from '@concert/service-kit/process/settings';
import { Controller, Inject } from '@nestjs/common';
import type { AuthSettings } from '../settings.ts';
import { rowOf } from '../users/profile.ts';
import { RequestRoleChange } from './request-role-change.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class RolesController {
  constructor(
    private readonly requestRoleChange: RequestRoleChange,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  @Handles(authRoutes.changeRole)
  async change({ params, body, who }: In['changeRole']): Promise<Out['changeRole']> {
    return rowOf(await this.requestRoleChange.request(params.userId, body.role, who.userId), this.settings.ADMIN_EMAIL);
  }
}
