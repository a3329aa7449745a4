import { CLIENT_ADDRESS_HEADER, UNKNOWN_ADDRESS, type Identity } from '@concert/contracts/core/identity';
import type { Access, AnswerOf, CallOf, Route } from '@concert/contracts/core/route';
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
import { DomainError, fieldErrors } from '../process/errors.ts';
import { ignoredBodyPaths, signedPaths } from './internal/signed-paths.ts';

export const ROUTE = Symbol('route');

/** Set on a request by the access guard. */
export interface CheckedRequest extends FastifyRequest {
  identity?: Identity;
  access?: Access;
  rawBytes?: Buffer;
}

/** What the handler of a route receives: the request as the contract types it, already validated, and who sent it. */
type ReceivedCall<R extends Route> = CallOf<R> & {
  /** The signed-in person; on public routes undefined when nobody is signed in. */
  readonly who: R['access'] extends 'public' ? Identity | undefined : R['access'] extends 'internal' ? undefined : Identity;
  /** The Idempotency-Key; the access guard has checked its form. */
  readonly key: R extends { readonly idempotencyKey: 'required' }
    ? string
    : R extends { readonly idempotencyKey: 'accepted' }
      ? string | undefined
      : undefined;
  /** The caller's network address, as the gateway saw it. */
  readonly source: string;
};

/** What the handlers of these routes are called with: `type In = CallsOf<typeof bookingRoutes>`, then `In['reserve']`. */
export type CallsOf<Routes extends Record<string, Route>> = { readonly [N in keyof Routes]: ReceivedCall<Routes[N]> };

/** What the handlers of these routes answer: `type Out = AnswersOf<typeof bookingRoutes>`, then `Promise<Out['reserve']>`. */
export type AnswersOf<Routes extends Record<string, Route>> = { readonly [N in keyof Routes]: AnswerOf<Routes[N]> };

/** A route without an answer in the contract sends something no schema describes: a file, or nothing. */
export type Sent<R extends Route> = undefined extends R['answer'] ? unknown : AnswerOf<R>;

type HandlerOf<R extends Route> = (call: ReceivedCall<R>, ...further: never[]) => Sent<R> | Promise<Sent<R>>;

type Method = (...args: never[]) => unknown;

/* Typed as a function, because for methods the compiler compares parameters both ways and would accept too much. */
type Signature<M extends Method> = (...args: Parameters<M>) => ReturnType<M>;

type MustBe<M, Wanted> = M extends Wanted ? unknown : { readonly 'must be': Wanted };

/**
 * Binds a method to a route of the contract, which gives path, method, status and validation. The method's first parameter is the call, its
 * result the answer; the compiler refuses a method that does not fit the route.
 */
export function Handles<R extends Route>(
  route: R,
): <M extends Method>(target: object, name: string, method: TypedPropertyDescriptor<M> & MustBe<Signature<M>, HandlerOf<R>>) => void {
  if (route.bodyKind === 'raw') signedPaths.add(route.path);
  if (route.bodyKind === 'ignored') ignoredBodyPaths.add(route.path);
  return (target, name, method) => {
    if (method.value && method.value.length > 0) Received()(target, name, 0);
    applyDecorators(
      RequestMapping({ path: route.path, method: RequestMethod[route.method] }),
      HttpCode(route.status ?? (route.answer ? 200 : 204)),
      SetMetadata(ROUTE, route),
    )(target, name, method);
  };
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
  // An id in a path that is not well formed names nothing: it gets the same answer as one that does not exist.
  if (where === 'params') throw new DomainError('request.not_found');
  const errors = fieldErrors(parsed.error, where);
  throw new DomainError('request.invalid', { detail: errors.map((error) => error.detail).join('. '), errors });
}

const Received = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const route = routeOf(context.getHandler());
  const request = context.switchToHttp().getRequest<CheckedRequest>();
  return {
    params: checked(route.params, request.params, 'params'),
    query: checked(route.query, request.query, 'query'),
    body: route.bodyKind === 'raw' ? (request.rawBytes ?? Buffer.alloc(0)) : checkedBody(route, request),
    who: request.identity,
    key: headerOf(request, 'idempotency-key'),
    source: headerOf(request, CLIENT_ADDRESS_HEADER) ?? UNKNOWN_ADDRESS,
  };
});

function headerOf(request: CheckedRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value.length > 0 ? value : undefined;
}

function checkedBody(route: Route, request: CheckedRequest): unknown {
  if (!route.body) return undefined;
  if (request.body === undefined || request.body === null || typeof request.body !== 'object') {
    throw new DomainError('request.malformed', { detail: 'The body must be a JSON object' });
  }
  return checked(route.body, request.body, 'body');
}
