import Stripe from 'stripe';
import type { ProviderNotice } from '../provider/payment-provider.ts';
import { noticeOf } from '../provider/stripe-provider.ts';

/** How far a message's time may lie from ours, either way. */
const TOLERANCE_SECONDS = 300;

/** Verifies that a message was made by the provider, for this account, just now. */
export class StripeSignature {
  private readonly secrets: readonly string[];
  private readonly live: boolean;

  /** @param secretKey tells whether this is the live or a test account */
  constructor(secrets: readonly string[], secretKey: string) {
    this.secrets = secrets;
    this.live = /^[a-z]+_live_/.test(secretKey);
  }

  /** @returns the verified notice, or undefined when anything about it is not right */
  verified(bytes: Uint8Array, header: string | undefined, now: Date): ProviderNotice | undefined {
    const time = /(?:^|,)t=([0-9]{1,12})(?:,|$)/.exec(header ?? '')?.[1];
    // The SDK refuses what is too old only.
    if (time === undefined || Number(time) * 1_000 - now.getTime() > TOLERANCE_SECONDS * 1_000) return undefined;
    for (const secret of this.secrets) {
      const event = eventIn(bytes, header ?? '', secret, now);
      if (event) return event.livemode === this.live ? noticeOf(event) : undefined;
    }
    return undefined;
  }
}

function eventIn(bytes: Uint8Array, header: string, secret: string, now: Date): Stripe.Event | undefined {
  try {
    const event = Stripe.webhooks.constructEvent(Buffer.from(bytes), header, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    const shaped = typeof event?.id === 'string' && /^evt_[A-Za-z0-9_]{1,200}$/.test(event.id) && typeof event.type === 'string' && typeof event.data?.object === 'object' && event.data.object !== null;
    return shaped ? event : undefined;
  } catch {
    return undefined;
  }
}
