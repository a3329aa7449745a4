export const DISTANCES: Readonly<
  Record<
    | 'site'
    | 'svc-auth'
    | 'svc-booking'
    | 'svc-payment'
    | 'svc-notify'
    | 'metrics-gateway'
    | 'metrics-svc-auth'
    | 'metrics-svc-booking'
    | 'metrics-svc-payment'
    | 'metrics-svc-notify'
    | 'mongodb'
    | 'rabbitmq'
    | 'mailbox'
    | 'payments'
    | 'identity',
    number
  >
>;
export const REFUSED_BY_BROWSERS: ReadonlySet<number>;
export function portPlan(env: {
  readonly PORT?: string | undefined;
  readonly PORT_BASE?: string | undefined;
}): { readonly ports: typeof DISTANCES; readonly refusal?: undefined } | { readonly refusal: string; readonly next: string };
