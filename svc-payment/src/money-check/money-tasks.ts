import { idSchema, type BookingId, type UserId } from '@concert/contracts/core/ids';
import type { Page } from '@concert/contracts/core/pagination';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import { moneyTaskSchema, type MoneyTask as TaskView } from '@concert/contracts/payment/money-check';
import { createTimeCursor } from '@concert/service-kit/http/cursor';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { explainedTask, type MoneyTask } from './money-task.ts';
import type { MongoMoneyChecks } from './mongo-money-checks.ts';

const PAGE = 50;
const cursors = createTimeCursor(idSchema('booking'));

/** Differences as organisers see and resolve them. */
export class MoneyTasks {
  constructor(
    private readonly checks: MongoMoneyChecks,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async list(state: 'open' | 'resolved', limit = PAGE, cursor?: string): Promise<Page<TaskView>> {
    const found = await this.checks.list(state, cursors.after(cursor), limit + 1);
    const { items, next } = cursors.page(found, limit, ({ lastSeenAt: at, bookingId: id }) => ({ at, id }));
    return { items: items.map(viewOf), next };
  }

  /** @throws DomainError `payment.task_not_found` */
  async resolve(bookingId: BookingId, note: string, by: UserId): Promise<TaskView> {
    return this.transactions.run(async (transaction) => {
      const task = await this.checks.task(bookingId, transaction);
      if (task?.state !== 'open') throw new DomainError('payment.task_not_found');
      const after = explainedTask(task, by, note, this.clock.now());
      await this.checks.write(task, after, transaction);
      await this.outbox.recordAct(transaction, paymentActRecordedV1, bookingId, after.version, by, {
        act: 'money-task.resolved',
        subject: { kind: 'booking', id: bookingId },
        bookingId,
        detail: { kind: task.kind, bookingMinor: task.bookingMinor, ledgerMinor: task.ledgerMinor, providerMinor: task.providerMinor },
      });
      return viewOf(after);
    });
  }
}

function viewOf({ state, bookingStatus, firstSeenAt, lastSeenAt, resolvedAt, resolvedBy, note, ...rest }: MoneyTask): TaskView {
  return moneyTaskSchema.parse({
    ...rest,
    state,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    ...(bookingStatus ? { bookingStatus } : {}),
    ...(resolvedAt ? { resolvedAt: resolvedAt.toISOString() } : {}),
    ...(resolvedBy ? { resolvedBy } : {}),
    ...(note ? { note } : {}),
  });
}
