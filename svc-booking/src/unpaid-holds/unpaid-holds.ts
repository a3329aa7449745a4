import { DomainError } from '@concert/service-kit/process/errors';

/** How many reservations may end without money within a day before further ones are refused. */
export interface UnpaidHoldLimits {
  readonly account: number;
  readonly phone: number;
  /** A network may be a school or an office, so it gets many more. */
  readonly source: number;
}

/** Whom a reservation is counted for. */
export interface Holder {
  /** None where nobody proved who it is: whoever knows an email must not use up what counts for it. */
  readonly userId?: string;
  /** Keyed hash of the digits of the phone number. */
  readonly phoneKey?: string;
  /** Keyed hash of the network that the reservation came from; bookings made for somebody else's payment have none, nor those from an unknown one. */
  readonly source?: string;
}

const DETAILS = {
  'booking.too_many_unpaid':
    'Several reservations from here were not paid. Please try again tomorrow, or write to us and we will help you.',
  'booking.too_many_held':
    'Many seats are reserved from here and not paid yet. Please pay for those first, or try again in a few minutes. Write to us, and we will help you.',
};

/** Thrown when somebody has to wait because too many of their reservations ended unpaid, or are held and not paid yet. */
export class TooManyUnpaidError extends DomainError {
  constructor(
    readonly waitSeconds: number,
    code: 'booking.too_many_unpaid' | 'booking.too_many_held' = 'booking.too_many_unpaid',
  ) {
    super(code, { detail: DETAILS[code] });
  }
}
