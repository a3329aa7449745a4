import { auditRoutes } from '@concert/contracts/booking/audit';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { Call, Handles } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ShowActs } from './show-acts.ts';

type Routes = typeof auditRoutes;

@Controller()
export class AuditController {
  constructor(private readonly show: ShowActs) {}

  @Handles(auditRoutes.listActs)
  list(@Call() { query }: CallOf<Routes['listActs']>): Promise<AnswerOf<Routes['listActs']>> {
    return this.show.list(query);
  }

  @Handles(auditRoutes.verifyActs)
  verify(): Promise<AnswerOf<Routes['verifyActs']>> {
    return this.show.verify();
  }
}
