import { moneyCheckRoutes } from '@concert/contracts/payment/money-check';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { MoneyTasks } from './money-tasks.ts';
import { MongoMoneyChecks } from './mongo-money-checks.ts';
import { CheckMoney } from './check-money.ts';

type In = CallsOf<typeof moneyCheckRoutes>;
type Out = AnswersOf<typeof moneyCheckRoutes>;

@Controller()
export class MoneyCheckController {
  constructor(
    private readonly checkMoney: CheckMoney,
    private readonly tasks: MoneyTasks,
    private readonly checks: MongoMoneyChecks,
  ) {}

  @Handles(moneyCheckRoutes.showMoneyCheck)
  async latest(): Promise<Out['showMoneyCheck']> {
    // The current comparison is read first: if it ends between the two reads, it appears as the latest result.
    const check = (await this.checks.current()) ?? null;
    return { proof: (await this.checks.latest()) ?? null, check };
  }

  @Handles(moneyCheckRoutes.checkMoney)
  async check(): Promise<Out['checkMoney']> {
    await this.checkMoney.requestComparison('organiser');
    return this.latest();
  }

  @Handles(moneyCheckRoutes.listMoneyTasks)
  list({ query }: In['listMoneyTasks']): Promise<Out['listMoneyTasks']> {
    return this.tasks.list(query.state, query.limit, query.cursor);
  }

  @Handles(moneyCheckRoutes.countMoneyDifferences)
  async differences(): Promise<Out['countMoneyDifferences']> {
    const { items } = await this.tasks.list('open', 100);
    const latestAt = items
      .map(({ firstSeenAt }) => firstSeenAt)
      .sort()
      .at(-1);
    return { open: items.length, ...(latestAt ? { latestAt } : {}) };
  }

  @Handles(moneyCheckRoutes.resolveMoneyTask)
  resolve({ params, body, who }: In['resolveMoneyTask']): Promise<Out['resolveMoneyTask']> {
    return this.tasks.resolve(params.bookingId, body.note, who.userId);
  }
}
