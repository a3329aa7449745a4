import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { clearSession } from '../sessions/session-headers.ts';
import { EraseAccount } from './erase-account.ts';
import { ShowAccountData } from './show-account-data.ts';

export const ErasuresController = controllerOf(
  authRoutes,
  { erasing: EraseAccount, accountData: ShowAccountData },
  {
    eraseAccount: async ({ who }, { erasing }, head) => {
      const { erasedAt } = await erasing.erase(who.userId);
      clearSession(head);
      return { erasedAt: erasedAt.toISOString() };
    },
    showErasure: async ({ params }, { erasing }) => ({ email: await erasing.addressOf(params.userId) }),
    reportErasure: ({ params, body }, { erasing }) => erasing.report(params.userId, body.by),
    showAccountData: ({ params }, { accountData }) => accountData.of(params.userId),
  },
);
