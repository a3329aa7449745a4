import { EXPORT_FILE, EXPORT_ROWS_HEADER, reportRoutes } from '@concert/contracts/booking/reports';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import { DomainError } from '@concert/service-kit/process/errors';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { ExportReport } from './export-report.ts';
import { ListReport } from './list-report.ts';
import { ShowReport } from './show-report.ts';

/** The specification's requests contain the caller's email; any other email is refused. */
function assertOwn(email: string, who: Identity): void {
  if (emailKey(email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
}

type In = CallsOf<typeof reportRoutes>;
type Out = AnswersOf<typeof reportRoutes>;

@Controller()
export class ReportsController {
  constructor(
    private readonly listReport: ListReport,
    private readonly showReport: ShowReport,
    private readonly exportReport: ExportReport,
  ) {}

  @Handles(reportRoutes.getBookings)
  async list({ body, who }: In['getBookings']): Promise<Out['getBookings']> {
    assertOwn(body.email, who);
    return this.listReport.list(body, who);
  }

  @Handles(reportRoutes.showReport)
  show(): Promise<Out['showReport']> {
    return this.showReport.now();
  }

  @Handles(reportRoutes.exportBookings)
  async export({ body, who }: In['exportBookings'], @Res({ passthrough: true }) reply: FastifyReply): Promise<Readable> {
    assertOwn(body.email, who);
    const { rows, stream } = await this.exportReport.start(who, body.ids);
    void reply
      .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="${EXPORT_FILE}"`)
      .header('cache-control', 'private, no-store')
      .header(EXPORT_ROWS_HEADER, rows);
    return stream;
  }
}
