import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Res } from '@nestjs/common';
import { clearSession, type ReplyHeaders } from '../sessions/session-headers.ts';
import { EraseAccount } from './erase-account.ts';
import { ShowAccountData } from './show-account-data.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class ErasuresController {
  constructor(
    private readonly eraseAccount: EraseAccount,
    private readonly showAccountData: ShowAccountData,
  ) {}

  @Handles(authRoutes.eraseAccount)
  async erase({ who }: In['eraseAccount'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['eraseAccount']> {
    const { erasedAt } = await this.eraseAccount.erase(who.userId);
    clearSession(head);
    return { erasedAt: erasedAt.toISOString() };
  }

  @Handles(authRoutes.showErasure)
  async show({ params }: In['showErasure']): Promise<Out['showErasure']> {
    return { email: await this.eraseAccount.addressOf(params.userId) };
  }

  @Handles(authRoutes.reportErasure)
  async report({ params, body }: In['reportErasure']): Promise<void> {
    await this.eraseAccount.report(params.userId, body.by);
  }

  @Handles(authRoutes.showAccountData)
  data({ params }: In['showAccountData']): Promise<Out['showAccountData']> {
    return this.showAccountData.of(params.userId);
  }
}
