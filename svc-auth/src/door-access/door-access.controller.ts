import type { HelperView } from '@concert/contracts/auth/helper-links';
import { authRoutes } from '@concert/contracts/auth/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import type { HelperLink } from '../helper-links/helper-link.ts';
import { signedIn } from '../sessions/session-headers.ts';
import { setting } from '../settings.ts';
import { DoorAccess } from './door-access.ts';

function viewOf({ id, name, opened, liveUntil, endsAt }: HelperLink): HelperView {
  return {
    helperId: id,
    name,
    ...(opened ? { openedAt: opened.at.toISOString(), device: opened.device } : { openUntil: liveUntil.toISOString() }),
    endsAt: endsAt.toISOString(),
  };
}

export const DoorAccessController = controllerOf(
  authRoutes,
  { links: DoorAccess, publicOrigin: setting('PUBLIC_ORIGIN') },
  {
    makeHelperLink: async ({ body, who }, { links, publicOrigin }) => {
      const { helper, token } = await links.make(body.name, who);
      return { helper: viewOf(helper), url: `${publicOrigin}/door#helper=${token}` };
    },
    listHelpers: async (_, { links }) => ({ helpers: (await links.list()).map(viewOf) }),
    endHelper: ({ params, who }, { links }) => links.end(params.helperId, who),
    openHelperLink: async ({ body, who }, { links }, head) => signedIn(head, await links.open(body.token, who)),
  },
);
