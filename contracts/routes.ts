import { authRoutes } from './auth/http.ts';
import { authProblems } from './auth/problems.ts';
import { bookingRoutes } from './booking/http.ts';
import { bookingProblems } from './booking/problems.ts';
import { requestProblems, type ProblemCatalogue } from './core/problem.ts';
import type { Route } from './core/route.ts';
import { notifyRoutes } from './notify/http.ts';
import { notifyProblems } from './notify/problems.ts';
import { paymentRoutes } from './payment/http.ts';
import { paymentProblems } from './payment/problems.ts';

const OWNERS = { auth: authRoutes, booking: bookingRoutes, payment: paymentRoutes, notify: notifyRoutes };

/** Every route of the product, with the name of the service that answers it, without `svc-`. */
export const ROUTES = Object.entries(OWNERS).flatMap(([owner, routes]) =>
  Object.entries(routes as Readonly<Record<string, Route>>).map(([name, route]) => ({
    owner: owner as keyof typeof OWNERS,
    name,
    route,
  })),
);

/** Every refusal of the product. */
export const PROBLEMS: ProblemCatalogue = {
  ...requestProblems,
  ...authProblems,
  ...bookingProblems,
  ...notifyProblems,
  ...paymentProblems,
};
