import { authRoutes } from '@concert/contracts/auth/http';
import { authProblems } from '@concert/contracts/auth/problems';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { bookingProblems } from '@concert/contracts/booking/problems';
import { requestProblems, type ProblemCatalogue } from '@concert/contracts/core/problem';
import type { Route } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { notifyProblems } from '@concert/contracts/notify/problems';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { paymentProblems } from '@concert/contracts/payment/problems';

export type UpstreamName = 'auth' | 'booking' | 'payment' | 'notify';

/** What the gateway knows of a service: its routes, its refusals, and how long it may take. */
export interface Upstream {
  readonly name: UpstreamName;
  readonly title: string;
  readonly routes: Readonly<Record<string, Route>>;
  readonly problems: ProblemCatalogue;
  /** Longest silence of the service before the gateway gives up, in milliseconds. */
  readonly timeoutMs: number;
}

/** The services behind the gateway. svc-payment calls the card provider while it is asked, so it may take longer. */
export const UPSTREAMS: readonly Upstream[] = [
  {
    name: 'auth',
    title: 'Accounts and sessions',
    routes: authRoutes,
    problems: { ...requestProblems, ...authProblems },
    timeoutMs: 10_000,
  },
  {
    name: 'booking',
    title: 'Concert, seats and bookings',
    routes: bookingRoutes,
    problems: { ...requestProblems, ...bookingProblems },
    timeoutMs: 15_000,
  },
  {
    name: 'payment',
    title: 'Payments',
    routes: paymentRoutes,
    problems: { ...requestProblems, ...bookingProblems, ...paymentProblems },
    timeoutMs: 30_000,
  },
  { name: 'notify', title: 'Emails', routes: notifyRoutes, problems: { ...requestProblems, ...notifyProblems }, timeoutMs: 10_000 },
];
