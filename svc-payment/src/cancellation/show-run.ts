import { fullName } from '@concert/contracts/booking/full-name';
import { type BookingId, type RunId, idSchema } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import type { CancellationRow, CancellationRowState, RunView } from '@concert/contracts/payment/cancellation';
import { unknownCursor } from '@concert/service-kit/http/cursor';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MongoCheckpoints } from '../reconciler/mongo-checkpoints.ts';
import { CANCELLED_CHECKPOINT } from '../reconciler/reconcile.ts';
import { rowStateOf, type Refund } from '../refunds/rules/refund.ts';
import type { HttpRefundBookings } from '../refunds/asking/http-refund-bookings.ts';
import { refundViewOf } from '../refunds/rules/refund-rows.ts';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import type { CancellationRun } from './run.ts';
import type { MongoRuns } from './mongo-runs.ts';

/** Shows the state of a run and of each of its rows. */
export class ShowRun {
  constructor(
    private readonly runs: MongoRuns,
    private readonly refunds: MongoRefunds,
    private readonly bookings: Pick<HttpRefundBookings, 'read'>,
    private readonly checkpoints: MongoCheckpoints,
  ) {}

  async current(): Promise<{ concertCancelled: boolean; run: RunView | null }> {
    const [mark, run] = await Promise.all([this.checkpoints.read(CANCELLED_CHECKPOINT), this.runs.latest()]);
    return { concertCancelled: mark !== undefined, run: run ? await this.view(run) : null };
  }

  async view(run: CancellationRun): Promise<RunView> {
    const { rows, settledMinor, told } = await this.refunds.tally(run.id);
    return {
      id: run.id,
      state: run.state,
      startedAt: run.startedAt.toISOString(),
      ...(run.finishedAt ? { finishedAt: run.finishedAt.toISOString() } : {}),
      count: run.count,
      total: money(run.totalMinor),
      rows: rows as RunView['rows'],
      settled: money(settledMinor),
      told,
    };
  }

  /** @throws DomainError `payment.run_not_found`, or `request.invalid` when the cursor belongs to another list */
  async rows(
    runId: RunId,
    state: CancellationRowState | undefined,
    cursor: string | undefined,
    limit: number,
  ): Promise<{ items: CancellationRow[]; next?: string }> {
    if (!(await this.runs.byId(runId))) throw new DomainError('payment.run_not_found');
    const after = cursor === undefined ? undefined : idSchema('booking').safeParse(cursor).data;
    if (cursor !== undefined && after === undefined) throw unknownCursor();
    const found = await this.refunds.rows(runId, state, after, limit + 1);
    const page = found.slice(0, limit);
    const next = found.length > limit ? page.at(-1)?.bookingId : undefined;
    return { items: await this.described(page), ...(next ? { next } : {}) };
  }

  /** One row as the list shows it. */
  async row(refund: Refund): Promise<CancellationRow> {
    const [row] = await this.described([refund]);
    if (!row) throw new Error('a refund has a row');
    return row;
  }

  private async described(refunds: readonly Refund[]): Promise<CancellationRow[]> {
    const ids: BookingId[] = refunds.map(({ bookingId }) => bookingId);
    const { bookings } = await this.bookings.read(ids);
    return refunds.map((refund) => {
      const booking = bookings.get(refund.bookingId);
      return {
        bookingId: refund.bookingId,
        name: booking ? fullName(booking) : '',
        ...(booking ? { seating: booking.seating, notickets: booking.tickets } : {}),
        state: rowStateOf(refund),
        told: refund.toldAt !== null,
        refund: refundViewOf(refund) as CancellationRow['refund'],
      };
    });
  }
}
