import { CALLER_HEADER, IDENTITY_HEADER } from '@concert/contracts/core/identity';
import { roleIncludes, type Role } from '@concert/contracts/core/roles';
import type { Route } from '@concert/contracts/core/route';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../../process/errors.ts';
import { assertFreshSignIn } from '../../identity/fresh-sign-in.ts';
import { routeOf, type CheckedRequest } from '../handles.ts';
import type { IdentityVerifier } from '../../identity/identity.ts';

const KEY_FORM = /^[\x21-\x7e]{1,200}$/;

/**
 * Enforces each route's access as the contract says it: the identity that the gateway signed is verified, never assumed. A token counts in
 * the header of its kind only, and a request that brings one where it does not belong, or one that is not valid, is refused, also where
 * none is needed: no honest process sends it.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly verifier: IdentityVerifier) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const route = routeOf(context.getHandler());
    const request = context.switchToHttp().getRequest<CheckedRequest>();
    request.access = route.access;
    if (route.access === 'internal') await this.assertCaller(route, request);
    else {
      await this.assertPerson(route, request);
      assertKey(route, request);
    }
    return true;
  }

  /** To everybody but its callers, an internal route does not exist. @throws DomainError `request.not_found` */
  private async assertCaller(route: Route, { headers }: CheckedRequest): Promise<void> {
    const token = headers[CALLER_HEADER];
    const caller = headers[IDENTITY_HEADER] === undefined && typeof token === 'string' ? await this.verifier.caller(token) : undefined;
    if (!caller || !route.callers?.includes(caller)) throw new DomainError('request.not_found', { event: 'token_refused' });
  }

  /**
   * Says in the request who asks.
   * @throws DomainError `request.session_required`, `request.passkey_required`, `request.forbidden`, `request.sign_in_again`
   */
  private async assertPerson(route: Route, request: CheckedRequest): Promise<void> {
    const { [IDENTITY_HEADER]: token, [CALLER_HEADER]: misplaced } = request.headers;
    const identity = typeof token === 'string' ? await this.verifier.identity(token) : undefined;
    if (misplaced !== undefined || (token !== undefined && !identity))
      throw new DomainError('request.session_required', { event: 'token_refused' });
    const barred = identity?.awaitsPasskey === true && !route.beforePasskey;
    const elsewhere = identity?.helperUntil !== undefined && !route.takesHelpers;
    if (identity && !barred && !elsewhere) request.identity = identity;
    if (route.access === 'public') return;
    if (!identity) throw new DomainError('request.session_required');
    if (elsewhere) throw new DomainError('request.forbidden');
    if (barred) throw new DomainError('request.passkey_required');
    const needed = route.access === 'session' ? 'buyer' : (route.access as Role);
    if (!roleIncludes(identity.role, needed)) throw new DomainError('request.forbidden');
    // A restricted session is minutes old, and its person may not have been asked for more than Google's word.
    if (route.freshSignIn && !identity.awaitsPasskey) assertFreshSignIn(identity, new Date());
  }
}

/** @throws DomainError `request.key_required` when a key is missing or cannot be stored */
function assertKey({ idempotencyKey }: Route, { headers }: CheckedRequest): void {
  if (!idempotencyKey) return;
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') {
    if (idempotencyKey === 'required') throw new DomainError('request.key_required');
  } else if (typeof key !== 'string' || !KEY_FORM.test(key)) {
    throw new DomainError('request.key_required', { detail: 'The Idempotency-Key must be 1 to 200 visible characters' });
  }
}
