import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { RemoveLostPasskeys } from './remove-lost-passkeys.ts';

type In = CallsOf<typeof authRoutes>;

@Controller()
export class LostPasskeysController {
  constructor(private readonly removeLostPasskeys: RemoveLostPasskeys) {}

  @Handles(authRoutes.removeLostPasskeys)
  async remove({ params, who }: In['removeLostPasskeys']): Promise<void> {
    await this.removeLostPasskeys.remove(params.userId, who.userId);
  }
}
