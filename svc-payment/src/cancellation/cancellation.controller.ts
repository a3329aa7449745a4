import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { cancellationRoutes } from '@concert/contracts/payment/cancellation';
import { DomainError } from '@concert/service-kit/errors';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import { CountMoney } from './count-money.ts';
import { RefundEverybody } from './refund-everybody.ts';
import { ShowRun } from './show-run.ts';

type Routes = typeof cancellationRoutes;
const ROWS = 50;

@Controller()
export class CancellationController {
  constructor(
    private readonly money: CountMoney,
    private readonly everybody: RefundEverybody,
    private readonly show: ShowRun,
  ) {}

  @Handles(cancellationRoutes.dryRunCancellation)
  async dryRun(): Promise<AnswerOf<Routes['dryRunCancellation']>> {
    try {
      return await this.money.count();
    } catch (error) {
      if (error instanceof ProviderUnavailableError)
        throw new DomainError('payment.provider_unavailable', undefined, undefined, { cause: error });
      throw error;
    }
  }

  @Handles(cancellationRoutes.startCancellationRun)
  async start(
    @Call() call: CallOf<Routes['startCancellationRun']>,
    @Who() who: Identity,
  ): Promise<AnswerOf<Routes['startCancellationRun']>> {
    return this.show.view(await this.everybody.start(call.body.confirmation, call.body.explanation, who));
  }

  @Handles(cancellationRoutes.showCancellation)
  current(): Promise<AnswerOf<Routes['showCancellation']>> {
    return this.show.current();
  }

  @Handles(cancellationRoutes.pauseCancellationRun)
  async pause(
    @Call() call: CallOf<Routes['pauseCancellationRun']>,
    @Who() who: Identity,
  ): Promise<AnswerOf<Routes['pauseCancellationRun']>> {
    return this.show.view(await this.everybody.pause(call.params.runId, who));
  }

  @Handles(cancellationRoutes.resumeCancellationRun)
  async resume(
    @Call() call: CallOf<Routes['resumeCancellationRun']>,
    @Who() who: Identity,
  ): Promise<AnswerOf<Routes['resumeCancellationRun']>> {
    return this.show.view(await this.everybody.resume(call.params.runId, who));
  }

  @Handles(cancellationRoutes.listCancellationRows)
  rows(@Call() call: CallOf<Routes['listCancellationRows']>): Promise<AnswerOf<Routes['listCancellationRows']>> {
    const { state, cursor, limit } = call.query;
    return this.show.rows(call.params.runId, state, cursor, limit ?? ROWS);
  }

  @Handles(cancellationRoutes.chooseCancellationRow)
  async choose(
    @Call() call: CallOf<Routes['chooseCancellationRow']>,
    @Who() who: Identity,
  ): Promise<AnswerOf<Routes['chooseCancellationRow']>> {
    return this.show.row(await this.everybody.choose(call.params.runId, call.params.bookingId, call.body.choice, who));
  }
}
