import { authRoutes } from '@concert/contracts/auth/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { SETTINGS } from '@concert/service-kit/settings';
import { Controller, Inject } from '@nestjs/common';
import type { AuthSettings } from '../settings.ts';
import { rowOf } from '../users/profile.ts';
import { ChangeRole } from './change-role.ts';

type Routes = typeof authRoutes;

@Controller()
export class RolesController {
  constructor(
    private readonly changeRole: ChangeRole,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  @Handles(authRoutes.changeRole)
  async change(@Call() { params, body }: CallOf<Routes['changeRole']>, @Who() who: Identity): Promise<AnswerOf<Routes['changeRole']>> {
    return rowOf(await this.changeRole.change(params.userId, body.role, who.userId), this.settings.ADMIN_EMAIL);
  }
}
