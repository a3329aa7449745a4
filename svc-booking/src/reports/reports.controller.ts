import { EXPORT_FILE, reportRoutes } from '@concert/contracts/booking/reports';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { DomainError } from '@concert/service-kit/process/errors';
import { Reports } from './reports.ts';

/** The specification's requests contain the caller's email; any other email is refused. */
function assertOwn(email: string, who: Identity): void {
  if (emailKey(email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
}

export const ReportsController = controllerOf(
  reportRoutes,
  { reports: Reports },
  {
    getBookings: async ({ body, who }, { reports }) => {
      assertOwn(body.email, who);
      return reports.list(body, who);
    },
    showReport: (_, { reports }) => reports.totals(),
    exportBookings: async ({ body, who }, { reports }, head) => {
      assertOwn(body.email, who);
      const file = await reports.write(who, body.ids);
      head
        .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', `attachment; filename="${EXPORT_FILE}"`)
        .header('cache-control', 'private, no-store');
      return file;
    },
  },
);
