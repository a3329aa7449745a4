import type { AccountData } from '@concert/contracts/auth/account-data';
import type { UserId } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { profileOf } from '../users/profile.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { MongoAccountTraces } from './mongo-account-traces.ts';

/** Shows what this service keeps about a person, field by field. */
export class ShowAccountData {
  constructor(
    private readonly users: MongoUsers,
    private readonly passkeys: MongoPasskeys,
    private readonly traces: MongoAccountTraces,
    private readonly adminEmailKey: string | undefined,
  ) {}

  /** @throws DomainError `auth.user_not_found` */
  async of(userId: UserId): Promise<AccountData> {
    const [user, passkeys, logins, places] = await Promise.all([
      this.users.byId(userId),
      this.passkeys.ofUser(userId),
      this.traces.loginsOf(userId),
      this.traces.placesOf(userId),
    ]);
    if (!user) throw new DomainError('auth.user_not_found');
    return {
      profile: profileOf(user, this.adminEmailKey),
      createdAt: user.createdAt.toISOString(),
      emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
      hasPassword: user.passwordHash !== null,
      joinedWithGoogle: user.googleSub !== null,
      logins: logins.map(({ openedAt, signedInAt, expiresAt }) => ({
        openedAt: openedAt.toISOString(),
        signedInAt: signedInAt.toISOString(),
        endsAt: expiresAt.toISOString(),
      })),
      loginPlaces: places.map(({ device, lastAt }) => ({ device, lastAt: lastAt.toISOString() })),
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  }
}
