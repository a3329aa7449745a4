import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { proofRoutes } from '@concert/contracts/payment/proof';
import { DomainError } from '@concert/service-kit/errors';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller, Inject } from '@nestjs/common';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import { MoneyTasks } from './money-tasks.ts';
import { PROOFS, type ProofsRepository } from './proofs.repository.ts';
import { ProveMoney } from './prove-money.ts';

type Routes = typeof proofRoutes;

@Controller()
export class ProofController {
  constructor(
    private readonly proveMoney: ProveMoney,
    private readonly tasks: MoneyTasks,
    @Inject(PROOFS) private readonly proofs: ProofsRepository,
  ) {}

  @Handles(proofRoutes.showMoneyProof)
  async latest(): Promise<AnswerOf<Routes['showMoneyProof']>> {
    return { proof: (await this.proofs.latest()) ?? null };
  }

  @Handles(proofRoutes.checkMoney)
  async check(): Promise<AnswerOf<Routes['checkMoney']>> {
    try {
      return await this.proveMoney.prove('organiser');
    } catch (error) {
      if (error instanceof ProviderUnavailableError) throw new DomainError('payment.provider_unavailable', 'The payment provider cannot be read now, so nothing was compared', undefined, { cause: error });
      throw error;
    }
  }

  @Handles(proofRoutes.listMoneyTasks)
  list(@Call() call: CallOf<Routes['listMoneyTasks']>): Promise<AnswerOf<Routes['listMoneyTasks']>> {
    return this.tasks.list(call.query.state, call.query.limit, call.query.cursor);
  }

  @Handles(proofRoutes.resolveMoneyTask)
  resolve(@Call() call: CallOf<Routes['resolveMoneyTask']>, @Who() who: Identity): Promise<AnswerOf<Routes['resolveMoneyTask']>> {
    return this.tasks.resolve(call.params.bookingId, call.body.note, who.userId);
  }
}
