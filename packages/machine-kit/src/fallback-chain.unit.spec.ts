import { describe, expect, it } from '@jest/globals';
import { Failure } from './failure.ts';
import { climb, Miss, type Rung } from './ladder.ts';

const tried: string[] = [];
function rung(name: string, outcome: string | Miss | Error): Rung<string> {
  return {
    name,
    attempt: () => {
      tried.push(name);
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
    },
  };
}

describe('climbing the ladder', () => {
  it('takes the first way that works and tries none after it', async () => {
    tried.length = 0;
    const found = await climb('Water', [rung('tap', new Miss('dry')), rung('well', 'well water'), rung('rain', 'rain water')], 'wait');
    expect(found).toBe('well water');
    expect(tried).toEqual(['tap', 'well']);
  });

  it('goes on after a way that breaks', async () => {
    expect(await climb('Water', [rung('tap', new Error('burst\nin the cellar')), rung('well', 'well water')], 'wait')).toBe('well water');
  });

  it('names every way and what stood in it, in one sentence with a next step', async () => {
    const climbing = climb('Water', [rung('tap', new Miss('dry')), rung('well', new Error('too deep\nsecond line'))], 'wait for rain');
    await expect(climbing).rejects.toMatchObject({
      message: 'Water cannot be had on this machine (tap: dry; well: too deep).',
      next: 'wait for rain',
    });
    await expect(climbing).rejects.toBeInstanceOf(Failure);
  });

  it('stops where the person asked for exactly one way and it is wrong', async () => {
    tried.length = 0;
    const climbing = climb(
      'Water',
      [rung('tap', new Failure('The tap you named is a spoon.', 'name a tap')), rung('well', 'well water')],
      'wait',
    );
    await expect(climbing).rejects.toThrow('spoon');
    expect(tried).toEqual(['tap']);
  });
});
