import { auditRoutes } from '@concert/contracts/booking/audit';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ShowAuditLog } from './show-audit-log.ts';

type In = CallsOf<typeof auditRoutes>;
type Out = AnswersOf<typeof auditRoutes>;

@Controller()
export class AuditController {
  constructor(private readonly show: ShowAuditLog) {}

  @Handles(auditRoutes.listActs)
  list({ query }: In['listActs']): Promise<Out['listActs']> {
    return this.show.list(query);
  }

  @Handles(auditRoutes.verifyActs)
  verify(): Promise<Out['verifyActs']> {
    return this.show.verify();
  }
}
