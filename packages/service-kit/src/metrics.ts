import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of one process. Label values are route patterns, fact names and outcomes, never ids. */
export class Metrics {
  readonly registry = new Registry();

  readonly httpSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route, method and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  readonly requestsShed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests turned away because too many were under way',
    registers: [this.registry],
  });
  readonly messageSeconds = new Histogram({
    name: 'message_handling_duration_seconds',
    help: 'Duration of handling a fact by queue, type and outcome (done, repeat, refused, retried, dead)',
    labelNames: ['queue', 'type', 'outcome'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });
  readonly outboxPublished = new Counter({
    name: 'outbox_published_total',
    help: 'Facts published from the outbox',
    registers: [this.registry],
  });
  readonly outboxOldestSeconds = new Gauge({
    name: 'outbox_oldest_unpublished_seconds',
    help: 'Age of the oldest fact that waits in the outbox',
    registers: [this.registry],
  });
  readonly dependencyUp = new Gauge({
    name: 'dependency_up',
    help: 'Whether something this process needs answers (1) or not (0)',
    labelNames: ['dependency'] as const,
    registers: [this.registry],
  });

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
  }

  /** A feature's own counter. */
  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** A feature's own gauge. */
  gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** A feature's own histogram of seconds. */
  seconds<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Histogram<L> {
    return new Histogram({ name, help, labelNames: [...labelNames], buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], registers: [this.registry] });
  }
}
