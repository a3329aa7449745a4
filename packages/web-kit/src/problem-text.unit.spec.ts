import { describe, expect, it } from '@jest/globals';
import { authProblems } from '@concert/contracts/auth/problems';
import { bookingProblems } from '@concert/contracts/booking/problems';
import { requestProblems, type ProblemDocument } from '@concert/contracts/core/problem';
import { notifyProblems } from '@concert/contracts/notify/problems';
import { paymentProblems } from '@concert/contracts/payment/problems';
import { problemText } from './problem-text.ts';

function problem(code: string, detail = 'detail'): ProblemDocument {
  return { type: '', title: 'title', status: 500, detail, instance: '/api/x', code, traceId: 'trace-7' };
}

describe('words for problems', () => {
  it('knows every code of every catalogue', () => {
    const codes = [requestProblems, authProblems, bookingProblems, paymentProblems, notifyProblems].flatMap(Object.keys);
    for (const code of codes) expect(problemText(problem(code))).not.toBe('');
  });

  it('S8-12 says how to verify an unverified address in the specified words', () => {
    expect(problemText(problem('auth.email_unverified'))).toBe(
      'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.',
    );
  });

  it.each(['booking.added_next_year', 'constructor', '__proto__', 'request.failed'])('gives the reference to tell us for %s', (code) => {
    expect(problemText(problem(code))).toContain('trace-7');
  });

  it('keeps the words of a refusal that carries the organisers’ own reason', () => {
    expect(problemText(problem('booking.registration_closed', 'Storm warning'))).toBe('Storm warning');
  });
});
