import { DomainError } from '@concert/service-kit/process/errors';
import { weaknessOf } from './password-rules.ts';

/** @throws DomainError `auth.password_too_weak`, saying at the field what to do */
export function assertStrong(password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness)
    throw new DomainError('auth.password_too_weak', {
      detail: weakness,
      errors: [{ pointer: '/password', field: 'password', detail: weakness }],
    });
}
