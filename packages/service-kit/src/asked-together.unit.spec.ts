import { describe, expect, it, jest } from '@jest/globals';
import { answerEach, outcomesOfEach } from './asked-together.ts';
import { DomainError } from './errors.ts';
import { NeighbourUnavailableError } from './internal-client.ts';
import type { Log } from './log.ts';

describe('B3-20 questions asked together', () => {
  it('are answered and refused one by one: a fault refuses its own alone, and is logged', async () => {
    const error = jest.fn();
    const { outcomes } = await answerEach(
      [
        Promise.resolve('first'),
        Promise.reject(new DomainError('booking.not_found')),
        Promise.reject(new TypeError('a fault')),
        Promise.resolve('last'),
      ],
      { error } as unknown as Log,
    );
    expect(outcomes).toEqual([
      { answer: 'first' },
      { problem: 'booking.not_found' },
      { problem: 'request.unavailable' },
      { answer: 'last' },
    ]);
    expect(error).toHaveBeenCalledTimes(1);
    const [first, unknown, fault] = outcomesOfEach(outcomes, ['booking.not_found']);
    expect(first).toEqual({ ok: true, value: 'first' });
    expect(unknown).toMatchObject({ ok: false, error: { code: 'booking.not_found' } });
    expect(fault).toMatchObject({ ok: false, error: expect.any(NeighbourUnavailableError) });
  });
});
