import { authFacts } from '@concert/contracts/auth/events';
import { authRoutes } from '@concert/contracts/auth/http';
import { authProblems } from '@concert/contracts/auth/problems';
import { bookingFacts } from '@concert/contracts/booking/events';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { bookingProblems } from '@concert/contracts/booking/problems';
import type { FactKind } from '@concert/contracts/core/envelope';
import { openApi } from '@concert/contracts/core/openapi';
import { requestProblems, type ProblemCatalogue } from '@concert/contracts/core/problem';
import type { Route } from '@concert/contracts/core/route';
import { notifyFacts } from '@concert/contracts/notify/events';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { notifyProblems } from '@concert/contracts/notify/problems';
import { paymentFacts } from '@concert/contracts/payment/events';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { paymentProblems } from '@concert/contracts/payment/problems';
import { z } from 'zod';
import { refusals, type Schema } from './subset.ts';

/** One service's promises: its routes, and the facts it publishes. */
interface Owner {
  readonly name: string;
  readonly routes: Readonly<Record<string, Route>>;
  readonly facts: readonly FactKind[];
}

const OWNERS: readonly Owner[] = [
  { name: 'auth', routes: authRoutes, facts: authFacts },
  { name: 'booking', routes: bookingRoutes, facts: bookingFacts },
  { name: 'notify', routes: notifyRoutes, facts: notifyFacts },
  { name: 'payment', routes: paymentRoutes, facts: paymentFacts },
];
const PROBLEMS: ProblemCatalogue = { ...requestProblems, ...authProblems, ...bookingProblems, ...notifyProblems, ...paymentProblems };

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly operationId: string;
  readonly 'x-access': string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Schema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
/** An OpenAPI document as this project writes it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A fact as JSON Schema of its data, under its stable name. */
export interface FactDocument extends Schema {
  readonly $id: string;
  readonly consumedBy: readonly string[];
}

/** Every promise of the running sources, by file name below `contracts/published/`. */
export function promises(): ReadonlyMap<string, ApiDocument | FactDocument> {
  const files = new Map<string, ApiDocument | FactDocument>();
  for (const { name, routes, facts } of OWNERS) {
    files.set(`${name}.openapi.json`, openApi(name, '1', routes, PROBLEMS) as unknown as ApiDocument);
    for (const { type, data, consumedBy } of facts) {
      files.set(`facts/${type}.json`, {
        $id: type,
        consumedBy,
        ...(z.toJSONSchema(data, { io: 'output', unrepresentable: 'any' }) as Schema),
      });
    }
  }
  return files;
}

const bodyOf = (content: Content | undefined): Schema | undefined => Object.values(content?.content ?? {})[0]?.schema;
const ACCESS_FROM_OPEN = ['public', 'session', 'organiser', 'admin', 'internal'];

function operationBreaks(before: Operation, after: Operation): string[] {
  const breaks: string[] = [];
  if (ACCESS_FROM_OPEN.indexOf(after['x-access']) > ACCESS_FROM_OPEN.indexOf(before['x-access']))
    breaks.push(`is only for ${after['x-access']} now`);
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
  const [asked, asks] = [bodyOf(before.requestBody), bodyOf(after.requestBody)];
  if (asks && asked) breaks.push(...refusals(asked, asks, false, 'body'));
  else if (asks) breaks.push('needs a body');
  const success = Object.keys(before.responses).find((status) => status.startsWith('2'));
  const [told, tells] = [bodyOf(before.responses[success ?? '']), bodyOf(after.responses[success ?? ''])];
  if (success && !after.responses[success]) breaks.push(`does not answer ${success} any more`);
  else if (told) breaks.push(...refusals(tells ?? {}, told, true, 'answer'));
  return breaks;
}

/**
 * What a change of the promises breaks for a program that still runs the version before: a browser tab, another service, a message in
 * flight. Empty when old and new can run side by side. A break is avoided by a new version beside the old one: a new path, or a fact
 * `….v2`.
 */
export function breaks(
  before: ReadonlyMap<string, ApiDocument | FactDocument>,
  after: ReadonlyMap<string, ApiDocument | FactDocument>,
): string[] {
  const found: string[] = [];
  for (const [file, was] of before) {
    const is = after.get(file);
    if (!is) {
      found.push(`${file}: is gone`);
    } else if ('paths' in was && 'paths' in is) {
      for (const [path, methods] of Object.entries(was.paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          const now = is.paths[path]?.[method];
          const reasons = now ? operationBreaks(operation, now) : ['is gone'];
          found.push(...reasons.map((reason) => `${method.toUpperCase()} ${path}: ${reason}`));
        }
      }
    } else if ('$id' in was && '$id' in is) {
      // Messages of both versions are in flight while a service is replaced, so each version has to be able to read the other's.
      found.push(...refusals(is, was, true, 'data').map((reason) => `${was.$id} to a consumer of before: ${reason}`));
      found.push(...refusals(was, is, true, 'data').map((reason) => `${was.$id} from a publisher of before: ${reason}`));
    }
  }
  return found;
}
