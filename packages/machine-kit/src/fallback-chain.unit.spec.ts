import { describe, expect, it } from '@jest/globals';
import { Failure } from './failure.ts';
import { firstAvailable, Unavailable, type Provider } from './fallback-chain.ts';

const tried: string[] = [];
function provider(name: string, outcome: string | Unavailable | Error): Provider<string> {
  return {
    name,
    attempt: () => {
      tried.push(name);
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
    },
  };
}

describe('the chain of providers', () => {
  it('takes the first way that works and tries none after it', async () => {
    tried.length = 0;
    const ways = [provider('tap', new Unavailable('dry')), provider('well', 'well water'), provider('rain', 'rain water')];
    expect(await firstAvailable('Water', ways, 'wait')).toBe('well water');
    expect(tried).toEqual(['tap', 'well']);
  });

  it('names every way and what stood in it, in one sentence with a next step', async () => {
    const ways = [provider('tap', new Unavailable('dry')), provider('well', new Error('too deep\nsecond line'))];
    const said = new Failure('Water cannot be had on this machine (tap: dry; well: too deep).', 'wait for rain');
    await expect(firstAvailable('Water', ways, 'wait for rain')).rejects.toEqual(said);
  });

  it('stops where the person asked for exactly one way and it is wrong', async () => {
    const wrong = provider('tap', new Failure('The tap you named is a spoon.', 'name a tap'));
    await expect(firstAvailable('Water', [wrong, provider('well', 'well water')], 'wait')).rejects.toThrow('spoon');
  });
});
