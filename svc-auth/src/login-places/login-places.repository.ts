import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { LoginPlace } from './login-place.ts';

export const LOGIN_PLACES = token<LoginPlacesRepository>('LoginPlacesRepository');

/** From where people signed in. */
export interface LoginPlacesRepository {
  /** Those that are kept of an account, the latest first. */
  of(userId: UserId, transaction: ClientSession): Promise<LoginPlace[]>;
  /** Keeps a place, or its later login. */
  keep(place: LoginPlace, transaction: ClientSession): Promise<void>;
  forget(place: LoginPlace, transaction: ClientSession): Promise<void>;
}
