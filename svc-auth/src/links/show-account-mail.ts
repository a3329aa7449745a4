import type { authRoutes } from '@concert/contracts/auth/http';
import type { AnswersOf } from '@concert/service-kit/http/handles';
import type { AccountMailKind } from '@concert/contracts/auth/account-mails';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { HmacLinkTokens } from './link-tokens.codec.ts';
import { isUsable, MAILS_WITHOUT_LINK } from './link.ts';
import type { MongoLinks } from './mongo-links.ts';

/** What a mail about an account says. */
type AccountMail = AnswersOf<typeof authRoutes>['showAccountMail'];

/** Where the button of each mail leads on the login page. It stands behind `#`, so no server, log or other site sees it. */
const FRAGMENTS: Readonly<Partial<Record<AccountMailKind, string>>> = {
  verification: 'verify',
  'password-reset': 'reset',
  'sign-in-code': 'enter',
};

/** Answers svc-notify, at the moment of sending. */
export class ShowAccountMail {
  constructor(
    private readonly links: MongoLinks,
    private readonly users: MongoUsers,
    private readonly tokens: HmacLinkTokens,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly publicOrigin: string,
  ) {}

  /** @throws DomainError `auth.link_expired` when the mail would carry a link that no longer works */
  async show(mailRef: string): Promise<AccountMail> {
    const link = await this.links.byId(mailRef);
    const user = link && (await this.users.byId(link.userId));
    if (!link || !user || link.kind === 'handoff' || !isUsable(link, this.clock.now())) throw new DomainError('auth.link_expired');
    const { kind } = link;
    const to = { kind, email: user.email, name: link.name ?? user.name };
    if (MAILS_WITHOUT_LINK.has(kind)) {
      const page = kind === 'big-action' ? '/audit-log' : kind.startsWith('approval-') ? '/approvals' : '/login';
      const at = link.createdAt.toISOString();
      const told = {
        ...(link.device ? { login: { at, device: link.device } } : {}),
        ...(link.act ? { act: { at, words: link.act } } : {}),
      };
      return { ...to, url: `${this.publicOrigin}${page}`, ...told };
    }
    if (kind === 'verification' && user.emailVerifiedAt) throw new DomainError('auth.link_expired');
    const token = this.tokens.tokensOf(kind, link.id).find((one) => this.secrets.hash(one) === link.tokenHash);
    // The key it was made with is accepted no longer.
    if (token === undefined) throw new DomainError('auth.link_expired');
    return {
      ...to,
      url: `${this.publicOrigin}/login${link.nav ? `?nav=${link.nav}` : ''}#${FRAGMENTS[kind]}=${token}`,
      ...(kind === 'sign-in-code' ? { code: this.tokens.codeOf(token) } : {}),
      expiresAt: link.expiresAt.toISOString(),
    };
  }
}
