import { authRoutes, FLOW_SECRET_HEADER } from '@concert/contracts/auth/http';
import type { ReplyHeaders } from '@concert/service-kit/http/controller-of';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { SETTINGS } from '@concert/service-kit/process/settings';
import { Controller, Headers, Inject, Req, Res } from '@nestjs/common';
import { sendSessionSecret } from '../sessions/session-headers.ts';
import type { AuthSettings } from '../settings.ts';
import { provesByMailAlone } from '../users/user.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { GoogleSignIn, type NextStep } from './google-sign-in.ts';
import { OpenIdGoogle } from './openid-google.ts';

type In = CallsOf<typeof authRoutes>;
type Out = AnswersOf<typeof authRoutes>;

/** A class, because the way back from Google is read from a header and from the whole address, which no call holds. */
@Controller()
export class GoogleController {
  constructor(
    private readonly googleSignIn: GoogleSignIn,
    @Inject(OpenIdGoogle) private readonly google: OpenIdGoogle,
    @Inject(MongoUsers) private readonly users: MongoUsers,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  @Handles(authRoutes.showSignInWays)
  async showWays({ who }: In['showSignInWays']): Promise<Out['showSignInWays']> {
    const user = who && (await this.users.byId(who.userId));
    return {
      google: this.google.isSetUp,
      organisersNeedPasskey: this.settings.AUTH_PASSKEYS_DEMANDED,
      ...(user && provesByMailAlone(user) ? { provesByCode: true } : {}),
    };
  }

  @Handles(authRoutes.startGoogle)
  async start({ query, who }: In['startGoogle'], @Res({ passthrough: true }) head: ReplyHeaders): Promise<void> {
    this.goOn(
      head,
      await (query.again ? this.googleSignIn.startAgain(query.mode ?? 'redirect', who) : this.googleSignIn.start(query.mode ?? 'redirect')),
    );
  }

  @Handles(authRoutes.finishGoogle)
  async finish(
    { query, who, source }: In['finishGoogle'],
    @Headers(FLOW_SECRET_HEADER) flowSecret: string | undefined,
    @Req() request: { url: string },
    @Res({ passthrough: true }) head: ReplyHeaders,
  ): Promise<void> {
    const { search } = new URL(request.url, this.settings.PUBLIC_ORIGIN);
    this.goOn(head, await this.googleSignIn.finish({ search, state: query.state, flowSecret, source }, who));
  }

  private goOn(head: ReplyHeaders, { address, flowSecret, opened }: NextStep): void {
    if (opened) sendSessionSecret(head, opened);
    if (flowSecret !== undefined) head.header(FLOW_SECRET_HEADER, flowSecret);
    // A relative address is one of our fixed pages; the only absolute one was built from the address that the provider itself publishes.
    head.header('location', address.startsWith('/') ? `${this.settings.PUBLIC_ORIGIN}${address}` : address);
  }
}
