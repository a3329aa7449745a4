import { CALLER_HEADER, IDENTITY_HEADER } from '@concert/contracts/core/identity';
import { roleIncludes } from '@concert/contracts/core/roles';
import { FRESH_SIGN_IN_SECONDS } from '@concert/contracts/core/route';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from './errors.ts';
import { routeOf, type CheckedRequest } from './handles.ts';
import type { IdentityVerifier } from './identity.ts';

const KEY_FORM = /^[\x21-\x7e]{1,200}$/;

/** Enforces each route's access as the contract says it: the identity that the gateway signed is verified, never assumed. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly verifier: IdentityVerifier) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const route = routeOf(context.getHandler());
    const request = context.switchToHttp().getRequest<CheckedRequest>();
    if (route.access === 'internal') {
      const caller = await this.verifier.caller(header(request, CALLER_HEADER));
      if (!caller || !route.callers?.includes(caller)) throw new DomainError('request.not_found');
      return true;
    }
    const token = header(request, IDENTITY_HEADER);
    const identity = token ? await this.verifier.identity(token) : undefined;
    if (identity) request.identity = identity;
    if (route.access !== 'public') {
      if (!identity) throw new DomainError('request.session_required');
      const needed = route.access === 'session' ? 'buyer' : route.access;
      if (!roleIncludes(identity.role, needed)) throw new DomainError('request.forbidden');
      if (route.freshSignIn && Date.now() - Date.parse(identity.signedInAt) > FRESH_SIGN_IN_SECONDS * 1_000)
        throw new DomainError('request.sign_in_again');
    }
    if (route.idempotencyKey) {
      const key = request.headers['idempotency-key'];
      if (key === undefined || key === '') {
        if (route.idempotencyKey === 'required') throw new DomainError('request.key_required');
      } else if (typeof key !== 'string' || !KEY_FORM.test(key)) {
        throw new DomainError('request.key_required', { detail: 'The Idempotency-Key must be 1 to 200 visible characters' });
      }
    }
    return true;
  }
}

function header(request: CheckedRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
