import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ShowReadiness } from './show-readiness.ts';

export const ReadinessController = controllerOf(
  authRoutes,
  { readiness: ShowReadiness },
  { showAuthReadiness: async (_, { readiness }) => ({ rows: await readiness.rows() }) },
);
