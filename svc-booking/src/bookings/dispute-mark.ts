import type { DisputeState } from '@concert/contracts/booking/states';

/** A dispute as svc-payment told it last. */
export interface DisputeMark {
  readonly disputeId: string;
  readonly state: DisputeState;
  /** What the bank asks for, in minor units. */
  readonly amountMinor: number;
  /** Why, in the provider's word; unknown where only its end was heard of. */
  readonly reason?: string | undefined;
  /** Until when it can be answered. */
  readonly answerBy?: Date | undefined;
  /** Since when it has its state. */
  readonly at: Date;
  /** Grows with every news of it. */
  readonly version: number;
}

/** Which of several disputes matters most. */
const URGENCY: readonly DisputeState[] = ['open', 'lost', 'won'];

/** What a booking knows of the disputes about its payment. */
export interface DisputesOfBooking {
  /** The one that was told last at the top. */
  readonly disputes: readonly DisputeMark[];
  /** The one that matters most: an open one before a lost one, and that before one that was won. */
  readonly dispute: DisputeMark;
  /** What banks gave back to the buyer for good, in minor units. */
  readonly lostMinor: number;
}

/** The same after news of one of them, in which any state may follow any other. Undefined where newer news was heard before. */
export function disputesAfter(before: readonly DisputeMark[] = [], news: DisputeMark): DisputesOfBooking | undefined {
  const known = before.find(({ disputeId }) => disputeId === news.disputeId);
  if (known && known.version >= news.version) return undefined;
  const told = { ...known, ...news };
  const disputes = [told, ...before.filter((one) => one !== known)];
  const [dispute = told] = disputes.toSorted((one, other) => URGENCY.indexOf(one.state) - URGENCY.indexOf(other.state));
  const lost = disputes.filter(({ state }) => state === 'lost');
  return { disputes, dispute, lostMinor: lost.reduce((sum, { amountMinor }) => sum + amountMinor, 0) };
}
