import { z } from 'zod';
import { problemSchema, type ProblemCatalogue } from './problem.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const object = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || (object.required ?? []).includes(name),
    schema: value,
  }));
}

/**
 * OpenAPI 3.1 description of one owner's routes, derived from the contract alone.
 * @param problems the owner's catalogue with the request problems merged in
 */
export function openApi(title: string, version: string, routes: Record<string, Route>, problems: ProblemCatalogue): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, route] of Object.entries(routes)) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    const refusals: Record<string, { codes: string[] }> = {};
    for (const code of route.problems) {
      const status = String(problems[code]?.status ?? 500);
      (refusals[status] ??= { codes: [] }).codes.push(code);
    }
    const operation: Json = {
      operationId,
      summary: route.summary,
      'x-access': route.access,
      parameters: [
        ...parameters(route.params, 'path'),
        ...parameters(route.query, 'query'),
        ...(route.idempotencyKey
          ? [
              {
                name: 'Idempotency-Key',
                in: 'header',
                required: route.idempotencyKey === 'required',
                schema: { type: 'string', maxLength: 200 },
              },
            ]
          : []),
      ],
      responses: {
        [String(route.status ?? (route.answer ? 200 : 204))]: route.answer
          ? { description: 'The answer', content: { 'application/json': { schema: jsonSchema(route.answer, 'output') } } }
          : { description: 'Done, nothing to say' },
        ...Object.fromEntries(
          Object.entries(refusals).map(([status, { codes }]) => [
            status,
            {
              description: codes.map((code) => `\`${code}\`: ${problems[code]?.title ?? ''}`).join('; '),
              content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
            },
          ]),
        ),
      },
    };
    if (route.body) {
      operation['requestBody'] = { required: true, content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } };
    }
    (paths[path] ??= {})[route.method.toLowerCase()] = operation;
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: { schemas: { Problem: jsonSchema(problemSchema, 'output') } },
  };
}
