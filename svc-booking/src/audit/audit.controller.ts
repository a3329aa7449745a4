import { auditRoutes } from '@concert/contracts/booking/audit';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ShowAuditLog } from './show-audit-log.ts';

export const AuditController = controllerOf(
  auditRoutes,
  { show: ShowAuditLog },
  {
    listActs: ({ query }, { show }) => show.list(query),
    verifyActs: (_, { show }) => show.verify(),
  },
);
