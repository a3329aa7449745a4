import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type LabelValues } from 'prom-client';
import type { Clock } from './clock.ts';
import { ANSWER_TIMEOUT_MS, withTimeout } from './with-timeout.ts';

/**
 * How often the lag of the event loop is looked at, in milliseconds; a lag shows as this much at least. Each look wakes the process: at 10 ms,
 * the default, an idle one spent 6 ms of the processor a second on it, a fifth of all it did.
 */
const LOOP_LOOK_MS = 100;

/** Of a histogram of seconds, where nothing else is said. */
const BUCKETS: readonly number[] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** One value of a gauge with its labels. */
export type MetricReading<L extends string> = readonly [labels: Readonly<Partial<Record<L, string>>>, value: number];

/** Prometheus metrics of one process. Label values are route patterns, fact names and outcomes, never ids. */
export class Metrics {
  readonly registry = new Registry();

  readonly httpSeconds = this.seconds(
    'http_request_duration_seconds',
    'Duration of requests by route, method and status',
    ['method', 'route', 'status'],
    [0.002, 0.005, ...BUCKETS],
  );
  readonly requestsShed = this.counter(
    'http_requests_shed_total',
    'Requests turned away because too many were under way, by whose places were taken (a kind of requests, or one source)',
    ['places'],
  );
  readonly messageSeconds = this.seconds(
    'message_handling_duration_seconds',
    'Duration of handling a fact by queue, type and outcome (done, repeat, refused, retried, dead)',
    ['queue', 'type', 'outcome'],
    [0.002, 0.005, ...BUCKETS],
  );
  readonly outboxPublished = this.counter('outbox_published_total', 'Facts published from the outbox');
  readonly factsToldAgain = this.counter(
    'facts_told_again_total',
    'Facts that were lost on their way to a consumer and published again, by its queue',
    ['queue'],
  );
  readonly wrongPublishers = this.counter(
    'facts_wrong_publisher_total',
    'Messages refused because their publisher is not the owner of their type, by queue and by the account that published them',
    ['queue', 'publisher'],
  );
  readonly securityEvents = this.counter(
    'security_events_total',
    'Refusals by which an attack shows, by kind (refused sign-ins, tokens, links, requests of other sites and so on)',
    ['event'],
  );
  readonly taskSeconds = this.seconds(
    'scheduled_task_duration_seconds',
    'Duration of scheduled tasks by task and outcome (done, failed, lost to another process)',
    ['task', 'outcome'],
    [0.01, 0.1, 0.5, 1, 5, 15, 60, 300],
  );
  readonly taskDoneAt = this.gauge(
    'scheduled_task_done_at_seconds',
    'When a scheduled task succeeded last in this process, or was planned first, in seconds since 1970',
    ['task'],
  );
  readonly taskEvery = this.gauge('scheduled_task_every_seconds', 'How often a scheduled task is meant to run', ['task']);
  readonly dependencyUp = this.gauge('dependency_up', 'Whether something this process needs answers (1) or not (0)', ['dependency']);

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
  }

  /** A feature's own counter. */
  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** A feature's own gauge. */
  gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** A gauge that is read at each scrape; absent while `look` fails or is slow: no number is better than an old one. */
  watch<L extends string>(name: string, help: string, labelNames: readonly L[], look: () => Promise<readonly MetricReading<L>[]>): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      async collect() {
        gauge.reset();
        // reset() sets a gauge without labels to 0, which would be a false reading.
        if (labelNames.length === 0) gauge.remove();
        try {
          const readings = await withTimeout(look(), ANSWER_TIMEOUT_MS);
          for (const [labels, value] of readings) gauge.set(labels as LabelValues<L>, value);
        } catch {
          return;
        }
      },
    });
  }

  /** Like {@link watch}, for one number; undefined where there is none to tell. */
  watchOne(name: string, help: string, look: () => Promise<number | undefined>): void {
    this.watch(name, help, [], async () => {
      const value = await look();
      return value === undefined ? [] : [[{}, value]];
    });
  }

  /** Like {@link watch}, for the seconds since a time; 0 where there is none. */
  watchAge(name: string, help: string, clock: Clock, look: () => Promise<Date | undefined>): void {
    this.watchOne(name, help, async () => {
      const since = await look();
      return since ? Math.max(0, (clock.now().getTime() - since.getTime()) / 1_000) : 0;
    });
  }

  /** A feature's own histogram of seconds. */
  seconds<L extends string>(name: string, help: string, labelNames: readonly L[] = [], buckets: readonly number[] = BUCKETS): Histogram<L> {
    return new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers: [this.registry] });
  }
}
