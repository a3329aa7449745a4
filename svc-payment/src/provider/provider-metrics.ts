import type { Metrics } from '@concert/service-kit/process/metrics';
import type { ProviderWatch } from './stripe-calls.ts';

/** Metrics of calls to the payment provider, for Prometheus. */
export function providerMetrics(metrics: Metrics): ProviderWatch {
  const seconds = metrics.seconds(
    'payment_provider_call_duration_seconds',
    'Duration of calls to the payment provider by call and outcome (answered, refused, unavailable)',
    ['call', 'outcome'],
  );
  const spared = metrics.counter(
    'payment_provider_calls_spared_total',
    'Calls that were not made because the payment provider is given a rest',
  );
  const open = metrics.gauge('payment_provider_circuit_open', 'Whether calls to the payment provider are held back (1) or made (0)');
  const ahead = metrics.gauge(
    'payment_provider_clock_ahead_seconds',
    'How far the clock of the payment provider is ahead of ours by its latest answer; negative while it is behind',
  );
  return {
    called: (call, outcome, duration) => (outcome === 'spared' ? spared.inc() : seconds.observe({ call, outcome }, duration)),
    circuit: (isOpen) => open.set(isOpen ? 1 : 0),
    clock: (aheadMs) => ahead.set(aheadMs / 1_000),
  };
}
