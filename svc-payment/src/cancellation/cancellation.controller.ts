import { cancellationRoutes } from '@concert/contracts/payment/cancellation';
import { DomainError } from '@concert/service-kit/process/errors';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import { CountMoney } from './count-money.ts';
import { RefundEverybody } from './refund-everybody.ts';
import { ShowRun } from './show-run.ts';

const ROWS = 50;

type In = CallsOf<typeof cancellationRoutes>;
type Out = AnswersOf<typeof cancellationRoutes>;

@Controller()
export class CancellationController {
  constructor(
    private readonly money: CountMoney,
    private readonly everybody: RefundEverybody,
    private readonly show: ShowRun,
  ) {}

  @Handles(cancellationRoutes.dryRunCancellation)
  async dryRun(): Promise<Out['dryRunCancellation']> {
    try {
      return await this.money.count();
    } catch (error) {
      if (error instanceof ProviderUnavailableError) throw new DomainError('payment.provider_unavailable', { cause: error });
      throw error;
    }
  }

  @Handles(cancellationRoutes.startCancellationRun)
  async start({ body, who }: In['startCancellationRun']): Promise<Out['startCancellationRun']> {
    return this.show.view(await this.everybody.start(body.confirmation, body.explanation, who));
  }

  @Handles(cancellationRoutes.showCancellation)
  current(): Promise<Out['showCancellation']> {
    return this.show.current();
  }

  @Handles(cancellationRoutes.pauseCancellationRun)
  async pause({ params, who }: In['pauseCancellationRun']): Promise<Out['pauseCancellationRun']> {
    return this.show.view(await this.everybody.pause(params.runId, who));
  }

  @Handles(cancellationRoutes.resumeCancellationRun)
  async resume({ params, who }: In['resumeCancellationRun']): Promise<Out['resumeCancellationRun']> {
    return this.show.view(await this.everybody.resume(params.runId, who));
  }

  @Handles(cancellationRoutes.listCancellationRows)
  rows({ query, params }: In['listCancellationRows']): Promise<Out['listCancellationRows']> {
    const { state, cursor, limit } = query;
    return this.show.rows(params.runId, state, cursor, limit ?? ROWS);
  }

  @Handles(cancellationRoutes.chooseCancellationRow)
  async choose({ params, body, who }: In['chooseCancellationRow']): Promise<Out['chooseCancellationRow']> {
    return this.show.row(await this.everybody.chooseForRow(params.runId, params.bookingId, body.choice, who));
  }
}
