import { context, propagation, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

let provider: NodeTracerProvider | undefined;

/**
 * Starts OpenTelemetry tracing for the process. Without an endpoint nothing is exported, but spans still give every log line and problem
 * document its trace id. A second call changes nothing.
 */
export function startTracing(service: string, endpoint: string | undefined): void {
  if (provider) return;
  provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: endpoint ? [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))] : [],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
}

/** Sends the spans that are left and stops. */
export async function stopTracing(): Promise<void> {
  await provider?.shutdown().catch(() => undefined);
}

/** The context that a `traceparent` header describes, or the current one. */
export function contextFrom(traceparent: string | undefined): Context {
  return traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();
}

/** `traceparent` of a span, to pass on. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Starts a span of work that came from outside. */
export function startSpan(name: string, kind: 'server' | 'consumer' | 'client' | 'producer', parent: Context): Span {
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER };
  return trace.getTracer('concert').startSpan(name, { kind: kinds[kind] }, parent);
}

/** Ends a span, marked failed when the work failed. */
export function endSpan(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

export { context as traceContext, trace as traceApi };
