import { describe, expect, it } from '@jest/globals';
import { createPaymentBodySchema } from '@concert/contracts/payment/http';
import { authRoutes } from '@concert/contracts/auth/http';
import { checkForm, errorsOfProblem } from './field-errors.ts';

describe('faults of a form', () => {
  it('gives the first fault of each field', () => {
    expect(checkForm(authRoutes.signIn.body, { email: ' ', password: '' })).toEqual({
      ok: false,
      errors: { email: 'Email is required', password: 'Password is required' },
    });
    expect(checkForm(createPaymentBodySchema.pick({ phoneno: true }), { phoneno: '555 12' })).toEqual({
      ok: false,
      errors: { phoneno: 'Phone number is invalid' },
    });
  });

  it('gives back the value as the schema reads it', () => {
    expect(checkForm(authRoutes.signIn.body, { email: ' a@b.example ', password: ' p ' })).toEqual({
      ok: true,
      value: { email: 'a@b.example', password: ' p ' },
    });
  });

  it('reads the faults a server found', () => {
    const errors = [
      { pointer: '/email', field: 'email', detail: 'Email is invalid' },
      { pointer: '/email', field: 'email', detail: 'second' },
      { pointer: '/__proto__', field: '__proto__', detail: 'unexpected' },
    ];
    const found = errorsOfProblem({
      type: '',
      title: '',
      status: 422,
      detail: '',
      instance: '',
      code: 'request.invalid',
      traceId: '',
      errors,
    });
    expect(found['email']).toBe('Email is invalid');
    expect(Object.getPrototypeOf(found)).toBeNull();
  });
});
