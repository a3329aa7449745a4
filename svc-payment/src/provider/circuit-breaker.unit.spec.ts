import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from './circuit-breaker.ts';

describe('CircuitBreaker', () => {
  it('lets everything through while attempts succeed now and then', () => {
    const breaker = new CircuitBreaker(3, 1_000);
    for (let now = 0; now < 10; now += 1) {
      breaker.failed(now);
      breaker.failed(now);
      breaker.succeeded();
    }
    expect(breaker.allows(10)).toBe(true);
  });

  it('B3-514 rests after the limit, then lets one trial through', () => {
    const breaker = new CircuitBreaker(3, 1_000);
    for (let n = 0; n < 3; n += 1) breaker.failed(0);
    expect(breaker.allows(999)).toBe(false);
    expect(breaker.allows(1_000)).toBe(true);
    expect(breaker.allows(1_000)).toBe(false);
    breaker.failed(1_000);
    expect(breaker.allows(1_999)).toBe(false);
    expect(breaker.allows(2_000)).toBe(true);
    breaker.succeeded();
    expect(breaker.allows(2_000)).toBe(true);
  });

  it('rests as long as it is asked to', () => {
    const breaker = new CircuitBreaker(3, 1_000);
    breaker.rest(0, 5_000);
    expect(breaker.allows(4_999)).toBe(false);
    expect(breaker.allows(5_000)).toBe(true);
  });
});
