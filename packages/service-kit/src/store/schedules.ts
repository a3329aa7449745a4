import { randomUUID } from 'node:crypto';
import { inContext } from '../process/context.ts';
import { isUnavailable } from '../process/errors.ts';
import { LEASE_MS, LeaseLostError, type Leases } from './lease.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { provideBy, token, type Key } from '../process/provide.ts';
import type { FactoryProvider } from '@nestjs/common';

/** The task in which every service looks whether its queues are there, every few seconds. */
export const QUEUES_TASK = 'look-at-queues';

/** The lease under which a task runs. */
export const taskLeaseName = (task: string): string => `task:${task}`;

interface Task {
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<void>;
}

/**
 * Runs tasks at intervals, each in one process at a time and never overlapping itself; `stop` waits for those that run. A process that
 * froze in the middle of a task, and lost it to another, stores nothing more of that run.
 */
export class Schedules {
  private readonly tasks: Task[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private started = false;
  private stopped = false;

  constructor(
    private readonly leases: Leases,
    private readonly log: Log,
    private readonly leaseMs = LEASE_MS,
    private readonly metrics?: Metrics,
  ) {}

  /** Registers a task; its pause is counted from the end of one run to the start of the next. */
  every(name: string, everyMs: number, work: () => Promise<void>): void {
    const task = { name, everyMs, work };
    this.tasks.push(task);
    this.metrics?.taskEvery.set({ task: name }, everyMs / 1_000);
    this.metrics?.taskDoneAt.setToCurrentTime({ task: name });
    if (this.started) this.plan(task, 0);
  }

  /** Starts all tasks. */
  start(): void {
    this.started = true;
    for (const task of this.tasks) this.plan(task, 0);
  }

  /** Starts no new runs, waits for those under way and leaves the tasks to other processes. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.allSettled(this.running);
    await Promise.allSettled(this.tasks.map(({ name }) => this.leases.release(taskLeaseName(name))));
  }

  /** Runs one task now, outside its interval; for commands and tests. @throws Error when there is no such task */
  async runNow(name: string): Promise<void> {
    const task = this.tasks.find((candidate) => candidate.name === name);
    if (!task) throw new Error(`there is no task ${name}`);
    await task.work();
  }

  private plan(task: Task, delayMs: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.run(task).finally(() => {
        this.running.delete(run);
        this.plan(task, task.everyMs);
      });
      this.running.add(run);
    }, delayMs);
    this.timers.add(timer);
  }

  private async run(task: Task): Promise<void> {
    const id = randomUUID();
    const traceId = id.replaceAll('-', '');
    const context = { correlationId: id, traceId, traceparent: `00-${traceId}-${traceId.slice(16)}-01` };
    // The lease is kept a little longer than until the next run, so that the interval stays the same with several processes.
    const keepMs = task.everyMs + Math.min(this.leaseMs, task.everyMs * 2);
    const timer = this.metrics?.taskSeconds.startTimer({ task: task.name });
    try {
      const done = await this.leases.hold(
        taskLeaseName(task.name),
        this.leaseMs,
        (lease) => inContext({ ...context, lease }, () => task.work()),
        keepMs,
      );
      if (!done) return;
      timer?.({ outcome: 'done' });
      this.metrics?.taskDoneAt.setToCurrentTime({ task: task.name });
    } catch (error) {
      timer?.({ outcome: error instanceof LeaseLostError ? 'lost' : 'failed' });
      await inContext(context, () => {
        if (error instanceof LeaseLostError) this.log.warn('a scheduled task went to another process', { task: task.name });
        else if (!isUnavailable(error)) this.log.error('a scheduled task failed', { task: task.name }, error);
        return Promise.resolve();
      });
    }
  }
}

/** A scheduled task as a provider of its module, registered when the module is made. `key`: what does the work is injected under it */
export function provideTask<T>(name: string, everyMs: number, key: Key<T>, run: (worker: T) => Promise<void>): FactoryProvider<unknown> {
  return provideBy(token<unknown>(`task ${name}`), [Schedules, key], (schedules, worker) =>
    schedules.every(name, everyMs, () => run(worker)),
  );
}
