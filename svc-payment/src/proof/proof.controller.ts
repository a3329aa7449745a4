import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { proofRoutes } from '@concert/contracts/payment/proof';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller, Inject } from '@nestjs/common';
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
    // The comparison under way is read first: one that ends in between shows as its result.
    const check = (await this.proofs.check()) ?? null;
    return { proof: (await this.proofs.latest()) ?? null, check };
  }

  @Handles(proofRoutes.checkMoney)
  async check(): Promise<AnswerOf<Routes['checkMoney']>> {
    await this.proveMoney.ask('organiser');
    return this.latest();
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
