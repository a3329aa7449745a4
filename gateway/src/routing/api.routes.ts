import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import { invitationRoutes } from '@concert/contracts/booking/invitations';
import { reservingRoutes } from '@concert/contracts/booking/reserving';
import { DomainError } from '@concert/service-kit/process/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prepareLimits } from '../limits/limits.ts';
import { isCrossSite } from '../origin/cross-site.ts';
import { sessionSecretIn } from '../sessions/session-cookie.ts';
import type { GatewaySettings } from '../settings.ts';
import type { PublicRoute } from './route-table.ts';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Opens every public route under /api: requests over the limits or from another site are refused, all others forwarded. */
export async function serveApi(
  app: FastifyInstance,
  settings: GatewaySettings,
  routes: readonly PublicRoute[],
  forward: (entry: PublicRoute) => Handler,
): Promise<void> {
  const limit = await prepareLimits(app);
  const callLimit = limit(settings.RATE_LIMIT_PER_MINUTE);
  const authLimit = limit(settings.RATE_LIMIT_AUTH_PER_MINUTE);
  const formsLimit = limit(settings.RATE_LIMIT_FORMS_PER_MINUTE);
  const holdsLimit = limit(settings.RATE_LIMIT_FORMS_PER_MINUTE);

  const guardOf =
    ({ upstream, route }: PublicRoute) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new DomainError('request.unsupported_media_type', { detail: 'Send the body as it is, not compressed' });
      // A signed message proves its sender by itself, and a provider that catches up sends many at once.
      if (route.bodyKind === 'raw') return;
      await callLimit(request, reply);
      // A page that waits for a code asks every few seconds, and would use up its neighbours' tries to sign in.
      const isTry = !SAFE.has(request.method) && route.path !== signInCodeRoutes.checkSignInCode.path;
      if (upstream.name === 'auth' && isTry) await authLimit(request, reply);
      const isForm = (upstream.name === 'notify' && route.access === 'public') || route.path === invitationRoutes.claimInvitation.path;
      if (isForm) await formsLimit(request, reply);
      // Stores something for people who have proven nothing, as a form does.
      if (route.path === reservingRoutes.holdSeats.path) await holdsLimit(request, reply);
      if (isCrossSite(provenanceOf(request), settings.PUBLIC_ORIGIN)) throw new DomainError('request.cross_site');
    };

  for (const entry of routes) {
    const { method, path } = entry.route;
    app.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : [method],
      url: path,
      onRequest: guardOf(entry),
      handler: forward(entry),
    });
  }
}

function provenanceOf(request: FastifyRequest) {
  return {
    method: request.method,
    origin: request.headers.origin,
    secFetchSite: header(request, 'sec-fetch-site'),
    hasSession: sessionSecretIn(request.headers.cookie) !== undefined,
  };
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
