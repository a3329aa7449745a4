import type { BookingId } from '@concert/contracts/core/ids';
import type { FieldError } from '@concert/contracts/core/problem';

const PATHS = { successfulUrl: '/payment-successful', cancelUrl: '/payment-cancelled', failureUrl: '/payment-failed' } as const;

/** Faults of the three return addresses that a browser sends: each must be exactly the page of our own site. */
export function returnAddressFaults(sent: Readonly<Record<keyof typeof PATHS, string>>, origin: string): FieldError[] {
  return (Object.keys(PATHS) as (keyof typeof PATHS)[])
    .filter((field) => sent[field] !== `${origin}${PATHS[field]}`)
    .map((field) => ({ pointer: `/${field}`, field, detail: 'must be an address of this site' }));
}

/** Where the provider sends the buyer back to; it replaces the braces with its session id. */
export function returnAddresses(origin: string, bookingId: BookingId): { successUrl: string; cancelUrl: string } {
  const query = `ref=${bookingId}&ref2={CHECKOUT_SESSION_ID}`;
  return { successUrl: `${origin}${PATHS.successfulUrl}?${query}`, cancelUrl: `${origin}${PATHS.cancelUrl}?${query}` };
}
