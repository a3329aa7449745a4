import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { contactFieldsOf } from '@concert/contracts/notify/contact';
import type { OwnData } from '@concert/contracts/notify/personal-data';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError, isUnavailable } from '@concert/service-kit/process/errors';
import type { MongoPeopleData } from './mongo-people-data.ts';
import type { HttpPeopleElsewhere } from './http-people-elsewhere.ts';

/** Puts together everything that is kept about a person. This service does it because it asks all others anyway, for its mails. */
export class ShowOwnData {
  constructor(
    private readonly data: MongoPeopleData,
    private readonly elsewhere: HttpPeopleElsewhere,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `notify.own_data_incomplete` while a service is away: half of it would pass for all */
  async of({ userId, email }: Identity): Promise<OwnData> {
    const asked = this.elsewhere.bookings(userId, email);
    const [account, bookings, payments, mails] = await Promise.all([
      told('your account', this.elsewhere.account(userId)),
      told('your bookings', asked),
      told(
        'your payments',
        asked.then(({ bookings: own }) => this.elsewhere.payments(own.map(({ id }) => id))),
      ),
      told(
        'your emails',
        asked.then(({ bookings: own, entries }) =>
          this.mailsOf(
            emailKey(email),
            own.map(({ id }) => id),
            entries.map(({ id }) => id),
          ),
        ),
      ),
    ]);
    return { madeAt: this.clock.now().toISOString(), account, bookings, payments, mails };
  }

  private async mailsOf(key: string, bookingIds: readonly BookingId[], entryIds: readonly string[]): Promise<OwnData['mails']> {
    const [sent, corrected, messages] = await Promise.all([
      this.data.mailsAbout(bookingIds),
      this.data.correctedAddressesOf([...bookingIds, ...entryIds]),
      this.data.messagesFrom(key),
    ]);
    return {
      sent: sent.map(({ kind, createdAt, state, sentAt, delivery }) => ({
        ...{ kind, state, delivery },
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      })),
      correctedAddresses: corrected.map(({ of, email, correctedAt }) => ({ of, email, correctedAt: correctedAt.toISOString() })),
      messages: messages.map((message) => ({ ...contactFieldsOf(message), receivedAt: message.receivedAt.toISOString() })),
    };
  }
}

async function told<T>(part: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
    throw new DomainError('notify.own_data_incomplete', {
      detail: `What is kept of ${part} cannot be read at the moment. Please try again in a minute`,
      cause: error,
    });
  });
}
