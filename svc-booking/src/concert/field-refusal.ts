import type { FieldError } from '@concert/contracts/core/problem';
import { DomainError } from '@concert/service-kit/process/errors';

/** The refusal of what was sent because of one field. */
export function fieldRefusal(fault: FieldError): DomainError {
  return new DomainError('request.invalid', { detail: fault.detail, errors: [fault] });
}
