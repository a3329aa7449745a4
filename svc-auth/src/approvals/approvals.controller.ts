import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller, Inject } from '@nestjs/common';
import { RULE, type ApprovalRule } from './approval-rule.ts';
import { DecideApproval } from './decide-approval.ts';
import { RequireApproval } from './require-approval.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

@Controller()
export class ApprovalsController {
  constructor(
    private readonly decideApproval: DecideApproval,
    private readonly requireApproval: RequireApproval,
    @Inject(RULE) private readonly rule: ApprovalRule,
  ) {}

  @Handles(authRoutes.listApprovals)
  async list({ who }: In['listApprovals']): Promise<Out['listApprovals']> {
    return { approvals: await this.decideApproval.show(who), mode: this.rule.mode };
  }

  @Handles(authRoutes.approve)
  approve({ params, who }: In['approve']): Promise<Out['approve']> {
    return this.decideApproval.approve(params.approvalId, who);
  }

  @Handles(authRoutes.refuseApproval)
  refuse({ params, who }: In['refuseApproval']): Promise<Out['refuseApproval']> {
    return this.decideApproval.refuse(params.approvalId, who);
  }

  @Handles(authRoutes.requireApproval)
  async require({ body }: In['requireApproval']): Promise<Out['requireApproval']> {
    await this.requireApproval.require(body.userId, body.action);
    return { granted: true };
  }
}
