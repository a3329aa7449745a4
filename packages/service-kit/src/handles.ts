import type { CallOf, Route } from '@concert/contracts/core/route';
import type { Identity } from '@concert/contracts/core/identity';
import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { DomainError, fieldErrors } from './errors.ts';
import { signedPaths } from './signed-paths.ts';

export const ROUTE = Symbol('route');

/** Set on a request by the access guard. */
export interface CheckedRequest extends FastifyRequest {
  identity?: Identity;
  rawBytes?: Buffer;
}

/**
 * Binds a method to a route of the contract: path, method and status come from there; the access guard and `@Call`
 * read the rest.
 */
export function Handles(route: Route): MethodDecorator {
  if (route.bodyKind === 'raw') signedPaths.add(route.path);
  return applyDecorators(
    RequestMapping({ path: route.path, method: RequestMethod[route.method] }),
    HttpCode(route.status ?? (route.answer ? 200 : 204)),
    SetMetadata(ROUTE, route),
  );
}

/** The route a handler is bound to. @throws Error when it was declared without `@Handles` */
export function routeOf(handler: object): Route {
  const route = Reflect.getMetadata(ROUTE, handler) as Route | undefined;
  if (!route) throw new Error('every handler is bound to a route of the contract with @Handles');
  return route;
}

function checked(schema: ZodType | undefined, value: unknown, where: 'body' | 'query' | 'params'): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  // A path value that is no reference names nothing: the same answer as for a reference that does not exist.
  if (where === 'params') throw new DomainError('request.not_found');
  const errors = fieldErrors(parsed.error, where);
  throw new DomainError('request.invalid', errors.map((error) => error.detail).join('. '), errors);
}

/** The validated request: parameters, query, body, as the contract types them. */
export const Call = createParamDecorator((_: unknown, context: ExecutionContext): CallOf<Route> => {
  const route = routeOf(context.getHandler());
  const request = context.switchToHttp().getRequest<CheckedRequest>();
  return {
    params: checked(route.params, request.params, 'params'),
    query: checked(route.query, request.query, 'query'),
    body: route.bodyKind === 'raw' ? (request.rawBytes ?? Buffer.alloc(0)) : checkedBody(route, request),
  } as CallOf<Route>;
});

function checkedBody(route: Route, request: CheckedRequest): unknown {
  if (!route.body) return undefined;
  if (request.body === undefined || request.body === null || typeof request.body !== 'object') {
    throw new DomainError('request.malformed', 'The body must be a JSON object');
  }
  return checked(route.body, request.body, 'body');
}

/** The signed-in person; on public routes undefined when nobody is signed in. */
export const Who = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<CheckedRequest>().identity,
);

/** The Idempotency-Key header, already checked by the guard where the contract requires it. */
export const Key = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const value = context.switchToHttp().getRequest<CheckedRequest>().headers['idempotency-key'];
  return typeof value === 'string' && value.length > 0 ? value : undefined;
});
