import { DomainError } from '@concert/service-kit/process/errors';

/** How many reservations may end without money within a day before further ones are refused. */
export interface UnpaidHoldLimits {
  readonly account: number;
  /** Of holds that nobody proved an email for. A network may be a school or an office, so it gets many more. */
  readonly source: number;
}

/** How many times as much a whole /48 of IPv6 may hold, or leave unpaid, as one of its networks: one customer may have all of it. */
export const SITE_NETWORKS = 4;

/** The networks that a hold came from, as keyed hashes; none where it is not known. */
export interface HoldNetworks {
  readonly source?: string;
  /** The /48 around it; absent where the network is all there is. */
  readonly site?: string;
}

/**
 * Whom a reservation is counted for: the account of who proved an email, else the network. Nobody who proved one is counted with their
 * neighbours, and whoever types somebody's email or phone number uses up nothing of theirs.
 */
export interface HoldOwner extends HoldNetworks {
  readonly userId?: string;
}

const DETAILS = {
  'booking.too_many_unpaid':
    'Several reservations from here were not paid. Please try again tomorrow, or write to us and we will help you.',
  'booking.too_many_held':
    'Many seats are reserved from here and not paid yet. Please pay for those first, or try again in a few minutes. Write to us, and we will help you.',
};

/** Thrown when somebody has to wait because too many of their reservations ended unpaid, or are held and not paid yet. */
export class TooManyUnpaidError extends DomainError {
  constructor(waitSeconds: number, code: 'booking.too_many_unpaid' | 'booking.too_many_held' = 'booking.too_many_unpaid') {
    super(code, { detail: DETAILS[code], retryAfterSeconds: waitSeconds });
  }
}
