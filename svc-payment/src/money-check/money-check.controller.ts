import { proofRoutes } from '@concert/contracts/payment/proof';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/handles';
import { Controller, Inject } from '@nestjs/common';
import { MoneyTasks } from './money-tasks.ts';
import { MONEY_CHECKS, type MoneyChecksRepository } from './money-checks.repository.ts';
import { CheckMoney } from './check-money.ts';

type In = CallsOf<typeof proofRoutes>;
type Out = AnswersOf<typeof proofRoutes>;

@Controller()
export class MoneyCheckController {
  constructor(
    private readonly checkMoney: CheckMoney,
    private readonly tasks: MoneyTasks,
    @Inject(MONEY_CHECKS) private readonly checks: MoneyChecksRepository,
  ) {}

  @Handles(proofRoutes.showMoneyProof)
  async latest(): Promise<Out['showMoneyProof']> {
    // The comparison under way is read first: one that ends in between shows as its result.
    const check = (await this.checks.current()) ?? null;
    return { proof: (await this.checks.latest()) ?? null, check };
  }

  @Handles(proofRoutes.checkMoney)
  async check(): Promise<Out['checkMoney']> {
    await this.checkMoney.ask('organiser');
    return this.latest();
  }

  @Handles(proofRoutes.listMoneyTasks)
  list({ query }: In['listMoneyTasks']): Promise<Out['listMoneyTasks']> {
    return this.tasks.list(query.state, query.limit, query.cursor);
  }

  @Handles(proofRoutes.resolveMoneyTask)
  resolve({ params, body, who }: In['resolveMoneyTask']): Promise<Out['resolveMoneyTask']> {
    return this.tasks.resolve(params.bookingId, body.note, who.userId);
  }
}
