import { authFacts } from '@concert/contracts/auth/events';
import { bookingFacts } from '@concert/contracts/booking/events';
import type { FactKind } from '@concert/contracts/core/envelope';
import { openApi } from '@concert/contracts/core/openapi';
import type { Route } from '@concert/contracts/core/route';
import { notifyFacts } from '@concert/contracts/notify/events';
import { paymentFacts } from '@concert/contracts/payment/events';
import { PROBLEMS, ROUTES } from '@concert/contracts/routes';
import { z } from 'zod';
import { refusals, type Schema } from './subset.ts';

/** The facts that each service publishes. */
const FACTS = { auth: authFacts, booking: bookingFacts, notify: notifyFacts, payment: paymentFacts };
const ownedBy = (name: string) => ROUTES.filter(({ owner }) => owner === name);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** What callers of a route rely on. */
export interface RoutePromise {
  readonly access: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Schema;
  /** Status of the answer that is no refusal. */
  readonly status: string;
  readonly answer?: Schema;
  readonly problems: readonly string[];
}

/** What consumers of a fact rely on. */
export interface FactPromise {
  readonly consumedBy: readonly string[];
  readonly data: Schema;
}

/** Promises by what they are of: `GET /api/concert`, or the type of a fact. */
export type Promises = ReadonlyMap<string, RoutePromise | FactPromise>;

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly 'x-access': string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const schemaOf = (content: Content | undefined): Schema | undefined => Object.values(content?.content ?? {})[0]?.schema;

/** The OpenAPI document of each owner, internal routes included, for readers. */
export function documents(): ReadonlyMap<string, object> {
  const routesOf = (owner: string) => Object.fromEntries(ownedBy(owner).map(({ name, route }) => [name, route]));
  return new Map(Object.keys(FACTS).map((owner) => [owner, openApi(owner, '1', routesOf(owner), PROBLEMS)]));
}

function routePromise(route: Route): RoutePromise {
  const { paths } = openApi('', '', { route }, PROBLEMS) as { paths: Record<string, Record<string, Operation>> };
  const { 'x-access': access, parameters, requestBody, responses } = Object.values(Object.values(paths)[0]!)[0]!;
  const status = Object.keys(responses).find((one) => one.startsWith('2'))!;
  const [body, answer] = [schemaOf(requestBody), schemaOf(responses[status])];
  return { access, parameters, ...(body ? { body } : {}), status, ...(answer ? { answer } : {}), problems: route.problems };
}

function factPromise({ data, consumedBy }: FactKind): FactPromise {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(data, { io: 'output', unrepresentable: 'any' });
  return { consumedBy, data: schema as Schema };
}

/** Every promise of the running sources, by owner. */
export function promises(): ReadonlyMap<string, Promises> {
  return new Map(
    Object.entries(FACTS).map(([owner, facts]) => [
      owner,
      new Map<string, RoutePromise | FactPromise>([
        ...ownedBy(owner).map(({ route }) => [`${route.method} ${route.path}`, routePromise(route)] as const),
        ...facts.map((fact) => [fact.type, factPromise(fact)] as const),
      ]),
    ]),
  );
}

const ACCESS_FROM_OPEN = ['public', 'session', 'door', 'organiser', 'admin', 'internal'];

function routeBreaks(before: RoutePromise, after: RoutePromise): string[] {
  const breaks: string[] = [];
  if (ACCESS_FROM_OPEN.indexOf(after.access) > ACCESS_FROM_OPEN.indexOf(before.access)) breaks.push(`is only for ${after.access} now`);
  for (const parameter of after.parameters) {
    const known = before.parameters.find((other) => other.name === parameter.name && other.in === parameter.in);
    if (!known && parameter.required) breaks.push(`needs ${parameter.name} in the ${parameter.in}`);
    if (known && parameter.required && !known.required) breaks.push(`needs ${parameter.name} in the ${parameter.in} now`);
    if (known) breaks.push(...refusals(known.schema, parameter.schema, false, parameter.name));
  }
  for (const parameter of before.parameters) {
    if (!after.parameters.some((other) => other.name === parameter.name && other.in === parameter.in))
      breaks.push(`takes no ${parameter.name} in the ${parameter.in} any more`);
  }
  if (after.body && before.body) breaks.push(...refusals(before.body, after.body, false, 'body'));
  else if (after.body) breaks.push('needs a body');
  if (after.status !== before.status) breaks.push(`does not answer ${before.status} any more`);
  else if (before.answer) breaks.push(...refusals(after.answer ?? {}, before.answer, true, 'answer'));
  return breaks;
}

/**
 * What a change of the promises breaks for a program that still runs the version before: a browser tab, another service, a message in
 * flight. Empty when old and new can run side by side. A break is avoided by a new version beside the old one: a new path, or a fact
 * `….v2`.
 */
export function breaks(before: ReadonlyMap<string, Promises>, after: ReadonlyMap<string, Promises>): string[] {
  const found: string[] = [];
  for (const [owner, promised] of before) {
    for (const [name, was] of promised) {
      const is = after.get(owner)?.get(name);
      if (!is) {
        found.push(`${name}: is gone`);
      } else if ('access' in was && 'access' in is) {
        found.push(...routeBreaks(was, is).map((reason) => `${name}: ${reason}`));
      } else if ('data' in was && 'data' in is) {
        // Messages of both versions are in flight while a service is replaced, so each version has to be able to read the other's.
        found.push(...refusals(is.data, was.data, true, 'data').map((reason) => `${name} to a consumer of before: ${reason}`));
        found.push(...refusals(was.data, is.data, true, 'data').map((reason) => `${name} from a publisher of before: ${reason}`));
      }
    }
  }
  return found;
}
