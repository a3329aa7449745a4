import { DAY_MS, isWithin } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import { networkOf } from '@concert/service-kit/identity/network-of';
import type { RequestMail } from '../links/request-mail.ts';
import type { User } from '../users/user.ts';
import { isNewPlace, MAX_LOGIN_PLACES, type LoginPlace } from './login-place.ts';
import type { MongoLoginPlaces } from './mongo-login-places.ts';

/** Notes from where somebody signs in, and has the owner of the account mailed about a place that is new. */
export class NoteLogin {
  constructor(
    private readonly places: MongoLoginPlaces,
    private readonly requestMail: RequestMail,
    /** Makes a key that does not reveal what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Nobody waits for it: the answer to a sign-in is no later for it, and its time does not tell whether the owner is mailed. Never throws.
   * @param source the address that the login came from
   * @param device which browser on which system
   */
  async note(user: User, source: string, device: string): Promise<void> {
    const place: LoginPlace = {
      userId: user.id,
      network: this.keyOf('login from', user.id, networkOf(source)),
      device,
      lastAt: this.clock.now(),
    };
    await this.transactions
      .run((transaction) => this.keep(user, place, transaction))
      .catch((error: unknown) => this.log.warn('the place of a login was not noted', { userId: user.id }, error));
  }

  private async keep(user: User, place: LoginPlace, transaction: ClientSession): Promise<void> {
    const known = await this.places.of(user.id, transaction);
    const before = known.find((one) => one.network === place.network && one.device === place.device);
    // A write per login would cost more than it tells.
    if (before && isWithin(before.lastAt, DAY_MS, place.lastAt)) return;
    await this.places.keep(place, transaction);
    if (before) return;
    const oldest = known[MAX_LOGIN_PLACES - 1];
    if (oldest) await this.places.forget(oldest, transaction);
    if (isNewPlace(known, place)) await this.requestMail.request('new-place', user, transaction, { device: place.device });
  }
}
