import { isWithin } from '@concert/contracts/core/durations';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { identityOf as identityOfHelper } from '../helper-links/helper-link.ts';
import type { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import { effectiveRole } from '../users/user.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { SessionRule } from './session-rule.ts';
import { isUseOutdated, NEVER_PROVEN } from './session.ts';
import type { SessionOfUser, MongoSessions } from './mongo-sessions.ts';

/** Who is behind cookies, read each time, so that a changed role or address or an ended session counts with the next request. */
export class ResolveSessions {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly helpers: MongoHelperLinks,
    private readonly secrets: Secrets,
    private readonly rule: SessionRule,
    private readonly clock: Clock,
    private readonly adminEmailKey: string | undefined,
  ) {}

  /** For each secret, in order, who it stands for; null for one that stands for nobody. */
  async resolve(secrets: readonly string[]): Promise<(Identity | null)[]> {
    const hashes = secrets.map((secret) => this.secrets.hash(secret));
    const found = await this.sessions.withUsers([...new Set(hashes)]);
    const helpers = await this.helpers.bySecrets(hashes.filter((hash) => !found.has(hash)));
    const now = this.clock.now();
    const identities = new Map([...found].map(([hash, one]) => [hash, this.identityOf(one, now)]));
    const used = [...found].flatMap(([hash, { session }]) => (identities.get(hash) && isUseOutdated(session, now) ? [session.id] : []));
    if (used.length > 0) await this.sessions.noteUse(used, now);
    for (const [hash, helper] of helpers) identities.set(hash, identityOfHelper(helper, now));
    return hashes.map((hash) => identities.get(hash) ?? null);
  }

  private identityOf({ session, user }: SessionOfUser, now: Date): Identity | null {
    const state = this.rule.stateOf(session, user, now);
    if (state === 'ended') return null;
    return {
      userId: user.id,
      email: user.email,
      name: user.name,
      role: effectiveRole(user, this.adminEmailKey),
      sessionId: session.id,
      // A proof that a clock dated ahead would count as fresh until then.
      signedInAt: (isWithin(session.signedInAt, Infinity, now) ? session.signedInAt : NEVER_PROVEN).toISOString(),
      ...(state === 'restricted' ? { awaitsPasskey: true } : {}),
    };
  }
}
