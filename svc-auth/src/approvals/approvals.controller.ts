import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { RULE } from './approval-rule.ts';
import { DecideApproval } from './decide-approval.ts';
import { RequireApproval } from './require-approval.ts';

export const ApprovalsController = controllerOf(
  authRoutes,
  { decide: DecideApproval, required: RequireApproval, rule: RULE },
  {
    listApprovals: async ({ who }, { decide, rule }) => ({ approvals: await decide.show(who), mode: rule.mode }),
    approve: ({ params, who }, { decide }) => decide.approve(params.approvalId, who),
    refuseApproval: ({ params, who }, { decide }) => decide.refuse(params.approvalId, who),
    requireApproval: async ({ body }, { required }) => {
      await required.require(body.userId, body.action);
      return { granted: true as const };
    },
  },
);
