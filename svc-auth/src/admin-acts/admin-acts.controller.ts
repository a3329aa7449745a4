import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { setting } from '../settings.ts';
import { rowOf } from '../users/profile.ts';
import { RequestAdminAct } from './request-admin-act.ts';

export const AdminActsController = controllerOf(
  authRoutes,
  { request: RequestAdminAct, adminEmail: setting('ADMIN_EMAIL') },
  {
    changeRole: async ({ params, body, who }, { request, adminEmail }) =>
      rowOf(await request.role(params.userId, body.role, who.userId), adminEmail),
    removeLostPasskeys: ({ params, who }, { request }) => request.lostPasskeys(params.userId, who.userId),
  },
);
