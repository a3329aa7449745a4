import { expect, it, jest } from '@jest/globals';
import { signalOutcome } from './signals.ts';

it('a device shakes only once somebody has touched it', () => {
  const vibrate = jest.fn();
  for (const hasBeenActive of [false, true]) {
    Object.assign(navigator, { vibrate, userActivation: { hasBeenActive } });
    signalOutcome('admitted', false);
  }
  expect(vibrate).toHaveBeenCalledTimes(1);
});
