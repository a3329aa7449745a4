import { describe, expect, it } from '@jest/globals';
import { faultOf } from './check-commits.ts';

describe("a commit's subject", () => {
  it.each(['svc-booking: hold seats before the price is asked', 'shell, kits: use the one stand-in', 'e2e: x', `docs: ${'x'.repeat(66)}`])(
    'is fine: %s',
    (subject) => {
      expect(faultOf(subject)).toBeUndefined();
    },
  );

  it.each([
    [`docs: ${'x'.repeat(67)}`, 'has 73 characters'],
    ['Hold seats before the price is asked', 'begin with its area'],
    ['svc-booking:hold seats', 'begin with its area'],
    ['Booking: hold seats', 'begin with its area'],
    ['docs: say it.', 'full stop'],
  ])('is refused: %s', (subject, fault) => {
    expect(faultOf(subject)).toContain(fault);
  });
});
