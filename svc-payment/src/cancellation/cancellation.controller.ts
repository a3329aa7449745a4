import { cancellationRoutes } from '@concert/contracts/payment/cancellation';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { DomainError } from '@concert/service-kit/process/errors';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import { CountMoney } from './count-money.ts';
import { RefundEverybody } from './refund-everybody.ts';
import { ShowRun } from './show-run.ts';

const ROWS = 50;

export const CancellationController = controllerOf(
  cancellationRoutes,
  { money: CountMoney, everybody: RefundEverybody, show: ShowRun },
  {
    dryRunCancellation: async (_, { money }) => {
      try {
        return await money.count();
      } catch (error) {
        if (error instanceof ProviderUnavailableError) throw new DomainError('payment.provider_unavailable', { cause: error });
        throw error;
      }
    },
    startCancellationRun: async ({ body, who }, { everybody, show }) =>
      show.view(await everybody.start(body.confirmation, body.explanation, who)),
    showCancellation: (_, { show }) => show.current(),
    pauseCancellationRun: async ({ params, who }, { everybody, show }) => show.view(await everybody.pause(params.runId, who)),
    resumeCancellationRun: async ({ params, who }, { everybody, show }) => show.view(await everybody.resume(params.runId, who)),
    listCancellationRows: ({ query: { state, cursor, limit }, params }, { show }) => show.rows(params.runId, state, cursor, limit ?? ROWS),
    chooseCancellationRow: async ({ params, body, who }, { everybody, show }) =>
      show.row(await everybody.chooseForRow(params.runId, params.bookingId, body.choice, who)),
  },
);
