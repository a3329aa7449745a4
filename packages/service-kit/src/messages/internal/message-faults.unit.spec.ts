import { describe, expect, it } from '@jest/globals';
import type { ConsumeMessage } from 'amqplib';
import { TooEarlyError } from '../../process/errors.ts';
import { RETRY_DELAYS_MS } from '../topology.ts';
import { delayOf, faultOf, retryHeaders } from './message-faults.ts';

const EARLY = new TooEarlyError('its booking is not known');
const AWAY = Object.assign(new Error('gone'), { name: 'MongoNetworkError' });

/** A message after these failures, one behind the other, and what the last of them meant for it. */
function after(failures: readonly Error[], headers: Record<string, unknown> = {}) {
  let message = { properties: { headers } } as unknown as ConsumeMessage;
  let fault = faultOf(failures[0], message, RETRY_DELAYS_MS);
  let delayMs: number | undefined = 0;
  let waitedMs = 0;
  for (const [tries, failure] of failures.entries()) {
    waitedMs += delayMs ?? 0;
    fault = faultOf(failure, message, RETRY_DELAYS_MS);
    if (fault.forGood) return { fault, tries: tries + 1, waitedMs, delayMs };
    delayMs = delayOf(fault, message, 0, RETRY_DELAYS_MS);
    message = {
      properties: { headers: { ...message.properties.headers, ...retryHeaders(fault, message, 0) } },
    } as unknown as ConsumeMessage;
  }
  return { fault, tries: failures.length, waitedMs, delayMs };
}
const times = (count: number, failure: Error) => Array.from({ length: count }, () => failure);

describe('a message that waits', () => {
  it('B3-561 for an earlier fact does so for a day, however long what it needs was away before', () => {
    const { fault, waitedMs } = after([...times(20_000, AWAY), ...times(20_000, EARLY)]);
    const away = after(times(20_000, AWAY)).waitedMs;
    expect(fault).toMatchObject({ forGood: true, words: 'too early: its booking is not known' });
    expect((waitedMs - away) / 3_600_000).toBeCloseTo(24, 1);
    expect(after([...times(20_000, AWAY), EARLY])).toMatchObject({ fault: { forGood: false }, delayMs: RETRY_DELAYS_MS[0] });
  });

  it('B3-561 counts anew whenever the reason changes, and no outage is too long', () => {
    const almost = times(14_000, EARLY);
    for (const between of [AWAY, new Error('once')])
      expect(after([...almost, between, ...almost]).fault).toMatchObject({ forGood: false, waits: 'early' });
    expect(after(times(50_000, AWAY)).fault).toMatchObject({ forGood: false, waits: 'away' });
  });

  it('B3-561 is not harmed by a clock, nor by a count that is none', () => {
    for (const waits of [-5, Number.NaN, Number.POSITIVE_INFINITY, '99999', 1.5])
      expect(after([EARLY], { 'x-waits-for': 'early', 'x-waits': waits, 'x-waits-since': 0 })).toMatchObject({
        fault: { forGood: false },
        delayMs: RETRY_DELAYS_MS[0],
      });
  });
});
