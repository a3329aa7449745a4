import { describe, expect, it } from '@jest/globals';
import { ClaimLostError, Contention } from './contention.ts';

class Timing {
  nowMs = 0;
  waits: number[] = [];
  readonly now = () => this.nowMs;
  fraction = 0.5;
  readonly random = () => this.fraction;
  readonly pause = (milliseconds: number) => {
    this.waits.push(milliseconds);
    this.nowMs += milliseconds;
    return Promise.resolve();
  };
}

/** Runs a batch that finds the stock at `version` and changes it. @returns how long it rested before */
function batch(contention: Contention, timing: Timing, version: number, ms: number): Promise<number> {
  const from = timing.nowMs;
  return contention.inTurn(() => {
    const rested = timing.nowMs - from;
    contention.claimed(version);
    timing.nowMs += ms;
    contention.ended(version + 1, ms);
    return Promise.resolve(rested);
  });
}

/** A batch that loses so many claims. */
function losing(contention: Contention, claims: number, cause?: Error): Promise<number> {
  let lost = 0;
  return contention.inTurn(() => {
    if (lost === claims) return Promise.resolve(lost);
    lost += 1;
    return Promise.reject(new ClaimLostError('lost', { cause }));
  });
}

describe('lanes of several copies', () => {
  it('never rest while a copy is alone', async () => {
    const timing = new Timing();
    const contention = new Contention(timing);
    for (let version = 1; version < 50; version += 1) expect(await batch(contention, timing, version, 40)).toBe(0);
    expect(contention.isLikely).toBe(false);
  });

  it('rest as long as the last batch took, once another copy changed the stock, and no longer than a fifth of a second', async () => {
    const timing = new Timing();
    const contention = new Contention(timing);
    await batch(contention, timing, 1, 40);
    await batch(contention, timing, 7, 50);
    expect(contention.isLikely).toBe(true);
    expect(await batch(contention, timing, 9, 3_000)).toBe(50);
    contention.claimed(20);
    expect(await batch(contention, timing, 30, 60)).toBe(200);
  });

  it('rest no more when the others have been quiet for a second', async () => {
    const timing = new Timing();
    const contention = new Contention(timing);
    await batch(contention, timing, 1, 40);
    await batch(contention, timing, 7, 400);
    for (let version = 8; version < 15; version += 1) await batch(contention, timing, version, 100);
    expect(contention.isLikely).toBe(false);
    expect(await batch(contention, timing, 15, 100)).toBe(0);
  });

  it('look again sooner each time that a claim was lost, and differently long', async () => {
    const timing = new Timing();
    const contention = new Contention(timing);
    await batch(contention, timing, 1, 100);
    expect(await losing(contention, 30)).toBe(30);
    expect(timing.waits.slice(0, 3)).toEqual([75, 50, 37.5]);
    expect(timing.waits.at(-1)).toBe(5);
    expect(contention.isLikely).toBe(true);
    timing.fraction = 0.1;
    const other = new Contention(timing);
    other.ended(2, 100);
    const before = timing.waits.length;
    await losing(other, 1);
    expect(timing.waits[before]).toBeCloseTo(55);
  });

  it('give up with what the database said, after as long as a transaction may take', async () => {
    const timing = new Timing();
    const conflict = new Error('conflict');
    await expect(losing(new Contention(timing), Number.POSITIVE_INFINITY, conflict)).rejects.toBe(conflict);
    expect(timing.nowMs).toBeGreaterThan(5_000);
    expect(timing.nowMs).toBeLessThan(5_100);
    const fault = new Error('a fault');
    await expect(new Contention(timing).inTurn(() => Promise.reject(fault))).rejects.toBe(fault);
  });
});
