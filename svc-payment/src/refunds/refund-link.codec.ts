import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BookingId } from '@concert/contracts/core/ids';

/** Makes and checks the secret of a buyer's refund page. It opens only the refund of one booking. */
export class RefundLink {
  /** @param keys the first one signs; the others are still accepted during a key rotation */
  constructor(
    private readonly keys: readonly string[],
    private readonly publicOrigin: string,
  ) {}

  /** Address of the page. */
  url(bookingId: BookingId): string {
    return `${this.publicOrigin}/refund?ref=${bookingId}&ref2=${this.secret(bookingId, this.keys[0] ?? '')}`;
  }

  /** Whether a secret opens this booking's refund. */
  opens(bookingId: BookingId, secret: string): boolean {
    const given = Buffer.from(secret);
    return this.keys.some((key) => {
      const right = Buffer.from(this.secret(bookingId, key));
      return right.length === given.length && timingSafeEqual(right, given);
    });
  }

  private secret(bookingId: BookingId, key: string): string {
    return createHmac('sha256', key).update(`refund-link.1\n${bookingId}`).digest('base64url');
  }
}
