import { notifyRoutes } from '@concert/contracts/notify/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ShowReadiness } from './show-readiness.ts';

export const ReadinessController = controllerOf(
  notifyRoutes,
  { readiness: ShowReadiness },
  {
    showNotifyReadiness: async (_, { readiness }) => ({ rows: await readiness.rows() }),
    sendTestMail: (_, { readiness }) => readiness.sendTestMail(),
  },
);
