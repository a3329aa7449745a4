import { DAY_MS } from '@concert/contracts/core/durations';
import type { ConsumeMessage } from 'amqplib';
import { isUnavailable, PermanentMessageError, TooEarlyError } from '../../process/errors.ts';
import { HEADER_ATTEMPT, HEADER_WAITS, HEADER_WAITS_SINCE } from '../topology.ts';

/** A message redelivered this often without an outcome may be what crashes its consumers. */
const DELIVERED_OFTEN = 4;

/** Whether a message has been redelivered so often that it may be what crashes its consumers. */
export const isDeliveredOften = ({ properties }: ConsumeMessage): boolean =>
  Number(properties.headers?.['x-delivery-count'] ?? 0) >= DELIVERED_OFTEN;

/** While a dependency is away, or an earlier fact has not arrived, waits grow no longer than this step. */
const WAIT_STEPS = 2;

/** Since when a message has been waiting for something, in milliseconds since 1970. */
function waitsSince(message: ConsumeMessage): number {
  return Number(message.properties.headers?.[HEADER_WAITS_SINCE] ?? Date.now());
}

/** What a failure means for its message. */
export interface Fault {
  /** Fixed words. */
  readonly words: string;
  /** It can never be handled. */
  readonly forGood: boolean;
  /** It waits for something else, which does not count as a failed attempt. */
  readonly waits: boolean;
}

/** Why a message could not be handled, and what that means for it. */
export function faultOf(error: unknown, message: ConsumeMessage): Fault {
  if (error instanceof PermanentMessageError) return { words: error.message, forGood: true, waits: false };
  if (isUnavailable(error)) return { words: 'something needed is away', forGood: false, waits: true };
  if (!(error instanceof TooEarlyError)) return { words: 'handler failed', forGood: false, waits: false };
  // What still comes too early after a day waits for something that will never happen: a person has to look.
  return { words: `too early: ${error.message}`, forGood: Date.now() - waitsSince(message) > DAY_MS, waits: true };
}

/** How often a message has waited in a row for a dependency that was away or for an earlier fact. */
function waitsOf(message: ConsumeMessage): number {
  return Number(message.properties.headers?.[HEADER_WAITS] ?? 0);
}

/** The headers of the copy that waits; waiting for a dependency does not count as an attempt. */
export function retryHeaders(fault: Fault, message: ConsumeMessage, attempt: number): Readonly<Record<string, unknown>> {
  return fault.waits
    ? { [HEADER_ATTEMPT]: attempt, [HEADER_WAITS]: waitsOf(message) + 1, [HEADER_WAITS_SINCE]: waitsSince(message) }
    : { [HEADER_ATTEMPT]: attempt + 1, [HEADER_WAITS]: 0, [HEADER_WAITS_SINCE]: undefined };
}

/** How long a message waits before it is tried again, in milliseconds; undefined when it has been tried often enough. */
export function delayOf(fault: Fault, message: ConsumeMessage, attempt: number, delays: readonly number[]): number | undefined {
  return fault.waits ? delays[Math.min(waitsOf(message), WAIT_STEPS)] : delays[attempt];
}
