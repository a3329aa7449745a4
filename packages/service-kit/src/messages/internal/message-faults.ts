import { DAY_MS } from '@concert/contracts/core/durations';
import type { ConsumeMessage } from 'amqplib';
import { isUnavailable, PermanentMessageError, TooEarlyError } from '../../process/errors.ts';
import { HEADER_ATTEMPT, HEADER_WAITS, HEADER_WAITS_FOR } from '../topology.ts';

/** A message redelivered this often without an outcome may be what crashes its consumers. */
const DELIVERED_OFTEN = 4;

/** Whether a message has been redelivered so often that it may be what crashes its consumers. */
export const isDeliveredOften = ({ properties }: ConsumeMessage): boolean =>
  Number(properties.headers?.['x-delivery-count'] ?? 0) >= DELIVERED_OFTEN;

/** While a dependency is away, or an earlier fact has not arrived, waits grow no longer than this step. */
const WAIT_STEPS = 2;

/** What a failure means for its message. */
export interface Fault {
  /** Fixed words. */
  readonly words: string;
  /** It can never be handled. */
  readonly forGood: boolean;
  /** What it waits for, which does not count as a failed attempt: something that is `away`, or an earlier fact (it came too `early`). */
  readonly waits?: 'away' | 'early';
}

/** Why a message could not be handled, and what that means for it. */
export function faultOf(error: unknown, message: ConsumeMessage, delays: readonly number[]): Fault {
  if (error instanceof PermanentMessageError) return { words: error.message, forGood: true };
  if (isUnavailable(error)) return { words: 'something needed is away', forGood: false, waits: 'away' };
  if (!(error instanceof TooEarlyError)) return { words: 'handler failed', forGood: false };
  // What still comes too early after a day waits for something that will never happen: a person has to look. The day is counted in tries,
  // so that neither an outage, in which nothing is tried, nor a wrong clock uses it up.
  const triesOfADay = DAY_MS / (delays[Math.min(WAIT_STEPS, delays.length - 1)] ?? DAY_MS);
  return { words: `too early: ${error.message}`, forGood: waitsOf('early', message) > triesOfADay, waits: 'early' };
}

/** How often in a row a message has waited for this reason; it counts anew when the reason changes. */
function waitsOf(reason: Fault['waits'], { properties: { headers } }: ConsumeMessage): number {
  const waits: unknown = headers?.[HEADER_WAITS];
  return headers?.[HEADER_WAITS_FOR] === reason && Number.isSafeInteger(waits) ? Math.max(0, waits as number) : 0;
}

/** The headers of the copy that waits; waiting for something else does not count as an attempt. */
export function retryHeaders({ waits }: Fault, message: ConsumeMessage, attempt: number): Readonly<Record<string, unknown>> {
  return waits
    ? { [HEADER_ATTEMPT]: attempt, [HEADER_WAITS_FOR]: waits, [HEADER_WAITS]: waitsOf(waits, message) + 1 }
    : { [HEADER_ATTEMPT]: attempt + 1, [HEADER_WAITS_FOR]: undefined, [HEADER_WAITS]: undefined };
}

/** How long a message waits before it is tried again, in milliseconds; undefined when it has been tried often enough. */
export function delayOf({ waits }: Fault, message: ConsumeMessage, attempt: number, delays: readonly number[]): number | undefined {
  return waits ? delays[Math.min(waitsOf(waits, message), WAIT_STEPS)] : delays[attempt];
}
