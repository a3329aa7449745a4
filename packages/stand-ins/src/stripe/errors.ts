/** Body of an error as Stripe's API answers it. */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
}

/** An error answer of the API: its HTTP status, its body, and headers that go with it. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: StripeErrorBody, headers: Record<string, string> = {}) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400 for a parameter the API refuses. */
export function invalid(message: string, param?: string, code?: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message, ...(code ? { code } : {}), ...(param ? { param } : {}) });
}

/** 400 for a parameter that is not there. */
export function missing(param: string): StripeFault {
  return invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
}

/** 404 for an id that names nothing. */
export function noSuch(what: string, id: string, param = 'id'): StripeFault {
  return new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  });
}
