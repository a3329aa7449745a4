import { describe, expect, it } from '@jest/globals';
import { assertReachable, unreachableStates, type Transitions } from './transitions.ts';

type State = 'open' | 'shut' | 'locked';
const whole: Transitions<State> = { open: ['shut'], shut: ['open', 'locked'], locked: ['shut'] };

describe('a table of transitions', () => {
  it('is whole where a path leads from the first state to each', () => {
    expect(unreachableStates(whole, 'open')).toEqual([]);
    expect(() => assertReachable(whole, 'open')).not.toThrow();
  });

  it('is refused where none does, by the names of the states', () => {
    const parted: Transitions<State> = { open: [], shut: ['locked'], locked: ['shut'] };
    expect(unreachableStates(parted, 'open')).toEqual(['shut', 'locked']);
    expect(() => assertReachable(parted, 'open')).toThrow('no transition leads to shut, locked');
  });
});
