import { context, defaultTextMapGetter, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type Span } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

let provider: NodeTracerProvider | undefined;
const propagator = new W3CTraceContextPropagator();
const ids = new RandomIdGenerator();

/**
 * Starts OpenTelemetry tracing for the process. Without an endpoint there are no spans, only their ids, which give every log
 * line and problem document its trace id. A second call changes nothing.
 */
export function startTracing(service: string, endpoint: string | undefined): void {
  if (provider || !endpoint) return;
  provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  provider.register({ propagator });
}

/** Sends the spans that are left and stops. */
export async function stopTracing(): Promise<void> {
  await provider?.shutdown().catch(() => undefined);
}

/** The context that a `traceparent` header describes, or the current one. */
export function contextFrom(traceparent: string | undefined): Context {
  return traceparent ? propagator.extract(context.active(), { traceparent }, defaultTextMapGetter) : context.active();
}

/** `traceparent` of a span, to pass on. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Starts a span of work that came from outside. */
export function startSpan(name: string, kind: 'server' | 'consumer' | 'client' | 'producer', parent: Context): Span {
  if (!provider) {
    const { traceId = ids.generateTraceId(), traceFlags = TraceFlags.SAMPLED } = trace.getSpanContext(parent) ?? {};
    return trace.wrapSpanContext({ traceId, spanId: ids.generateSpanId(), traceFlags });
  }
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER };
  return trace.getTracer('concert').startSpan(name, { kind: kinds[kind] }, parent);
}

/** Runs work as part of a span. */
export function inSpan<T>(span: Span, parent: Context, work: () => T): T {
  return provider ? context.with(trace.setSpan(parent, span), work) : work();
}

/** Ends a span, marked failed when the work failed. */
export function endSpan(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
