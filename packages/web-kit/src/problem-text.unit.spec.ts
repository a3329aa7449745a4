import { describe, expect, it } from '@jest/globals';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { problemText } from './problem-text.ts';

function problem(code: string, detail: string): ProblemDocument {
  return { type: '', title: 'title', status: 500, detail, instance: '/api/x', code, traceId: 'trace-7' };
}

describe('words for problems', () => {
  it('gives the reference to tell us for what is our fault', () => {
    expect(problemText(problem('request.failed', 'Something went wrong'))).toContain('trace-7');
  });

  it.each(['booking.registration_closed', 'booking.added_next_year', 'constructor', '__proto__'])(
    'tells %s in the words of the site',
    (code) => {
      expect(problemText(problem(code, 'Storm warning'))).toBe('Storm warning');
    },
  );
});
