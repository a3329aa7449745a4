import type { HelperView } from '@concert/contracts/auth/helper-links';
import { authRoutes } from '@concert/contracts/auth/http';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { SETTINGS } from '@concert/service-kit/process/settings';
import { Controller, Inject, Res } from '@nestjs/common';
import type { HelperLink } from '../helper-links/helper-link.ts';
import { signedIn, type ReplyHeaders } from '../sessions/session-headers.ts';
import type { AuthSettings } from '../settings.ts';
import { DoorAccess } from './door-access.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

function viewOf({ id, name, opened, liveUntil, endsAt }: HelperLink): HelperView {
  return {
    helperId: id,
    name,
    ...(opened ? { openedAt: opened.at.toISOString(), device: opened.device } : { openUntil: liveUntil.toISOString() }),
    endsAt: endsAt.toISOString(),
  };
}

@Controller()
export class DoorAccessController {
  constructor(
    private readonly links: DoorAccess,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  @Handles(authRoutes.makeHelperLink)
  async make({ body, who }: In['makeHelperLink']): Promise<Out['makeHelperLink']> {
    const { helper, token } = await this.links.make(body.name, who);
    return { helper: viewOf(helper), url: `${this.settings.PUBLIC_ORIGIN}/door#helper=${token}` };
  }

  @Handles(authRoutes.listHelpers)
  async list(): Promise<Out['listHelpers']> {
    return { helpers: (await this.links.list()).map(viewOf) };
  }

  @Handles(authRoutes.endHelper)
  async end({ params, who }: In['endHelper']): Promise<void> {
    await this.links.end(params.helperId, who);
  }

  @Handles(authRoutes.openHelperLink)
  async open({ body, who }: In['openHelperLink'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<Out['openHelperLink']> {
    return signedIn(head, await this.links.open(body.token, who));
  }
}
