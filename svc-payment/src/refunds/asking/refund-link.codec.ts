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
  url(bookingId: BookingId, generation: number): string {
    return `${this.publicOrigin}/refund?ref=${bookingId}&ref2=${secretOf(bookingId, generation, this.keys[0] ?? '')}`;
  }

  /** Whether a secret opens this booking's refund in this generation of its links. */
  opens(bookingId: BookingId, generation: number, secret: string): boolean {
    const given = Buffer.from(secret);
    return this.keys.some((key) => {
      const right = Buffer.from(secretOf(bookingId, generation, key));
      return right.length === given.length && timingSafeEqual(right, given);
    });
  }
}

function secretOf(bookingId: BookingId, generation: number, key: string): string {
  return createHmac('sha256', key).update(`refund-link.2\n${bookingId}\n${generation}`).digest('base64url');
}
