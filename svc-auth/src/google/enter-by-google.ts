import { emailField, emailKey, nameField } from '@concert/contracts/core/fields';
import type { UserId } from '@concert/contracts/core/ids';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import { LINKS_ENDED_BY_PASSWORD_CHANGE } from '../links/link.ts';
import type { MongoLinks } from '../links/mongo-links.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { claimedUser, withChange, newUser, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import { GoogleError, type GooglePerson } from './google.ts';

const ROUNDS = 3;
const NAME = nameField('Name', 120);

/** Finds or makes the account of a person whom Google has confirmed. docs/decisions/0013 says why it does so in this way. */
export class EnterByGoogle {
  constructor(
    private readonly users: MongoUsers,
    private readonly sessions: MongoSessions,
    private readonly links: MongoLinks,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws GoogleError `unverified`, `taken` */
  async enter(person: GooglePerson): Promise<User> {
    const address = emailField.safeParse(person.email);
    if (!person.emailVerified || !address.success) throw new GoogleError('unverified');
    for (let round = 1; ; round += 1) {
      try {
        return await this.transactions.run((transaction) => this.accountOf(person, address.data, transaction));
      } catch (error) {
        // The same person in two tabs: the account that the other tab created exists now.
        if (!isDuplicateKey(error) || round === ROUNDS) throw error;
      }
    }
  }

  /** The account of a person who is signed in already. @throws GoogleError `other_person` */
  async same({ sub }: GooglePerson, userId: UserId): Promise<User> {
    const user = await this.users.byId(userId);
    if (!user || user.googleSub !== sub) throw new GoogleError('other_person');
    return user;
  }

  private async accountOf(person: GooglePerson, email: string, transaction: ClientSession): Promise<User> {
    const key = emailKey(email);
    const own = await this.users.byGoogleSub(person.sub, transaction);
    if (own) return this.follow(own, email, key, transaction);
    const name = nameOf(person.name);
    const known = await this.users.byEmailKey(key, transaction);
    const now = this.clock.now();
    if (!known) {
      const user: User = {
        ...newUser(this.ids.next('user'), { email, emailKey: key, name, passwordHash: null }, now),
        googleSub: person.sub,
        emailVerifiedAt: now,
      };
      await this.users.add(user, transaction);
      return user;
    }
    if (known.googleSub !== null) throw new GoogleError('taken');
    if (known.emailVerifiedAt) {
      // A password that nobody ever signed in with may be a stranger's; the owner can choose one by mail.
      const joined = withChange(known, { googleSub: person.sub, ...(known.passwordProven ? {} : { passwordHash: null }) });
      await this.users.replace(joined, transaction);
      return joined;
    }
    const proven = { ...claimedUser(known, now), googleSub: person.sub, name, email };
    await this.users.replace(proven, transaction);
    await this.sessions.endAllOf(known.id, transaction);
    await this.links.endAllOf(known.id, LINKS_ENDED_BY_PASSWORD_CHANGE, transaction);
    return proven;
  }

  /** An account that is opened by Google alone follows its person to a new address, unless that address has an account. */
  private async follow(user: User, email: string, key: string, transaction: ClientSession): Promise<User> {
    if (user.emailKey === key || user.passwordHash !== null || (await this.users.byEmailKey(key, transaction))) return user;
    const moved = withChange(user, { email, emailKey: key });
    await this.users.replace(moved, transaction);
    return moved;
  }
}

/** A name in the form the site accepts; none rather than one that could not be typed here. */
function nameOf(given: string): string {
  const name = NAME.safeParse(given);
  return name.success ? name.data : '';
}
