import { randomUUID } from 'node:crypto';
import { inContext } from './context.ts';
import { isUnavailable } from './errors.ts';
import type { Leases } from './lease.ts';
import type { Log } from './log.ts';

interface Task {
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<void>;
}

/** Runs tasks again and again, each in one process at a time, never overlapping itself; `stop` waits for the running ones. */
export class Schedules {
  private readonly tasks: Task[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private started = false;
  private stopped = false;

  constructor(
    private readonly leases: Leases,
    private readonly log: Log,
  ) {}

  /** Registers a task; its pause is counted from the end of one run to the start of the next. */
  every(name: string, everyMs: number, work: () => Promise<void>): void {
    const task = { name, everyMs, work };
    this.tasks.push(task);
    if (this.started) this.plan(task, 0);
  }

  /** Starts all tasks. */
  start(): void {
    this.started = true;
    for (const task of this.tasks) this.plan(task, 0);
  }

  /** No new runs; waits for those under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.allSettled(this.running);
  }

  /** Runs one task now, outside its beat; for commands and tests. @throws Error when there is no such task */
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
    await inContext({ correlationId: id, traceId: id.replaceAll('-', ''), traceparent: '' }, async () => {
      try {
        if (await this.leases.take(`task:${task.name}`, Math.max(10_000, task.everyMs * 3))) await task.work();
      } catch (error) {
        if (!isUnavailable(error)) this.log.error('a scheduled task failed', { task: task.name }, error);
      }
    });
  }
}
