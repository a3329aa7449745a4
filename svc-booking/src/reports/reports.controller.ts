import { reportRoutes } from '@concert/contracts/booking/reports';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { DomainError } from '@concert/service-kit/errors';
import { Call, Handles, Who } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ListReport } from './list-report.ts';
import { ShowReport } from './show-report.ts';

type Routes = typeof reportRoutes;

/** The specification's calls carry the email of whoever asks; another's is refused. */
function demandOwn(email: string, who: Identity): void {
  if (emailKey(email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
}

@Controller()
export class ReportsController {
  constructor(
    private readonly listReport: ListReport,
    private readonly showReport: ShowReport,
  ) {}

  @Handles(reportRoutes.getBookings)
  async list(@Call() { body }: CallOf<Routes['getBookings']>, @Who() who: Identity): Promise<AnswerOf<Routes['getBookings']>> {
    demandOwn(body.email, who);
    return this.listReport.list(body);
  }

  @Handles(reportRoutes.showReport)
  show(): Promise<AnswerOf<Routes['showReport']>> {
    return this.showReport.now();
  }
}
