import { moneyCheckRoutes } from '@concert/contracts/payment/money-check';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { CheckMoney } from './check-money.ts';
import { MoneyTasks } from './money-tasks.ts';
import { MongoMoneyChecks } from './mongo-money-checks.ts';

export const MoneyCheckController = controllerOf(
  moneyCheckRoutes,
  { comparing: CheckMoney, tasks: MoneyTasks, checks: MongoMoneyChecks },
  {
    showMoneyCheck: (_, { checks }) => checks.state(),
    checkMoney: async (_, { comparing, checks }) => {
      await comparing.requestComparison('organiser');
      return checks.state();
    },
    listMoneyTasks: ({ query }, { tasks }) => tasks.list(query.state, query.limit, query.cursor),
    countMoneyDifferences: async (_, { tasks }) => {
      const { items } = await tasks.list('open', 100);
      const latestAt = items
        .map(({ firstSeenAt }) => firstSeenAt)
        .sort()
        .at(-1);
      return { open: items.length, ...(latestAt ? { latestAt } : {}) };
    },
    resolveMoneyTask: ({ params, body, who }, { tasks }) => tasks.resolve(params.bookingId, body.note, who.userId),
  },
);
