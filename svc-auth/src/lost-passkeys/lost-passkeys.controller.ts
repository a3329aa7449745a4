import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { RequestLostPasskeys } from './request-lost-passkeys.ts';

type In = CallsOf<typeof authRoutes>;

@Controller()
export class LostPasskeysController {
  constructor(private readonly requestLostPasskeys: RequestLostPasskeys) {}

  @Handles(authRoutes.removeLostPasskeys)
  async remove({ params, who }: In['removeLostPasskeys']): Promise<void> {
    await this.requestLostPasskeys.request(params.userId, who.userId);
  }
}
