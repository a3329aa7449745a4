import Stripe from 'stripe';
import type { ProviderNotice } from '../provider/payment-provider.ts';
import { noticeOf } from '../provider/stripe-objects.ts';

/**
 * How far a message's timestamp, by the provider's clock, may differ from what we take that clock to say, in either direction: how long a
 * message may be under way, and how far the clock may have moved since the provider's latest answer.
 */
const TOLERANCE_SECONDS = 300;

/** Why a message is refused. */
type NoticeRefusal = 'unsigned' | 'stale' | 'future' | 'signature' | 'shape' | 'mode' | 'account';
export type NoticeVerdict = { readonly notice: ProviderNotice } | { readonly refused: NoticeRefusal };

/** Verifies that the provider made a message just now, for this account. */
export class StripeSignature {
  private readonly secrets: readonly string[];
  private readonly live: boolean;

  /** @param secretKey tells whether the account is live or in test mode */
  constructor(secrets: readonly string[], secretKey: string) {
    this.secrets = secrets;
    this.live = /^[a-z]+_live_/.test(secretKey);
  }

  /**
   * @param now by the provider's clock, as far as it is known
   * @returns the verified notice, or the reason for refusing it
   */
  verified(bytes: Uint8Array, header: string | undefined, now: Date): NoticeVerdict {
    const time = /(?:^|,)t=([0-9]{1,12})(?:,|$)/.exec(header ?? '')?.[1];
    if (time === undefined) return { refused: 'unsigned' };
    const aheadMs = Number(time) * 1_000 - now.getTime();
    // The SDK refuses only timestamps that are too old.
    if (aheadMs > TOLERANCE_SECONDS * 1_000) return { refused: 'future' };
    if (Math.floor(-aheadMs / 1_000) > TOLERANCE_SECONDS) return { refused: 'stale' };
    for (const secret of this.secrets) {
      const verdict = readWith(bytes, header ?? '', secret, now);
      if (verdict === 'signature') continue;
      if (verdict === 'shape') return { refused: 'shape' };
      if (verdict.livemode !== this.live) return { refused: 'mode' };
      // Present only on messages about other accounts, whose money is not ours.
      if (verdict.account !== undefined) return { refused: 'account' };
      return { notice: noticeOf(verdict) };
    }
    return { refused: 'signature' };
  }
}

function readWith(bytes: Uint8Array, header: string, secret: string, now: Date): Stripe.Event | 'signature' | 'shape' {
  try {
    const event = Stripe.webhooks.constructEvent(Buffer.from(bytes), header, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    const shaped =
      typeof event?.id === 'string' &&
      /^evt_[A-Za-z0-9_]{1,200}$/.test(event.id) &&
      typeof event.type === 'string' &&
      typeof event.data?.object === 'object' &&
      event.data.object !== null;
    return shaped ? event : 'shape';
  } catch (error) {
    return error instanceof Stripe.errors.StripeSignatureVerificationError ? 'signature' : 'shape';
  }
}
