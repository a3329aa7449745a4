import { namesOf, type Names } from './names.ts';

export const OWNERS = ['auth', 'booking', 'payment', 'notify'] as const;
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const ACCESSES = ['public', 'session', 'door', 'organiser', 'admin'] as const;

type Owner = (typeof OWNERS)[number];

/** How the harness of each service is used; svc-auth's and svc-payment's differ from the others. */
const HARNESSES = {
  auth: { start: 'start', stop: 'stop', ask: 'ask', person: '' },
  booking: { start: 'start', stop: 'stop', ask: 'ask', person: 'person' },
  payment: { start: 'open', stop: 'close', ask: 'call<unknown>', person: 'person' },
  notify: { start: 'start', stop: 'stop', ask: 'ask', person: 'person' },
} as const;

/** A route that is to be drafted. */
export interface Route {
  readonly owner: Owner;
  readonly name: Names;
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly access: (typeof ACCESSES)[number];
  readonly feature: Names;
  /** Names of the parameters in the path. */
  readonly params: readonly string[];
}

/** Parameters that are ids, by the kind of id. */
export const KINDS: Readonly<Record<string, string>> = {
  bookingId: 'booking',
  userId: 'user',
  mailId: 'mail',
  refundId: 'refund',
  runId: 'run',
};
const PREFIXES: Readonly<Record<string, string>> = { booking: 'bk', user: 'us', mail: 'ml', refund: 'rf', run: 'rn' };

const schemaOf = (param: string) => (KINDS[param] ? `idSchema('${KINDS[param]}')` : 'z.string().max(100)');
const sampleOf = (param: string) => (KINDS[param] ? `${PREFIXES[KINDS[param]]}_${'0'.repeat(20)}` : 'first');
const answerName = ({ name }: Route) => `${name.camel}Answer`;

/** The schema and the type of what it answers. */
export const answerOf = (route: Route) =>
  `/** What ${route.name.camel} answers. */
const ${answerName(route)} = z.object({ at: z.iso.datetime()${route.params.map((param) => `, ${param}: ${schemaOf(param)}`).join('')} });
export type ${route.name.pascal}Answer = z.infer<typeof ${answerName(route)}>;`;

const hasBody = ({ method }: Route) => method !== 'GET' && method !== 'DELETE';

/** The route as its contract states it. */
export function contract(route: Route): string {
  const { method, path, access, params, feature } = route;
  const problems = [
    ...(hasBody(route) ? ['request.invalid'] : []),
    ...(params.length > 0 ? ['request.not_found'] : []),
    ...(access === 'public' ? [] : ['request.session_required']),
    ...(access === 'public' || access === 'session' ? [] : ['request.forbidden']),
  ];
  const schemas = [
    ...(params.length > 0 ? [`params: z.object({ ${params.map((param) => `${param}: ${schemaOf(param)}`).join(', ')} })`] : []),
    ...(hasBody(route) ? ['body: z.strictObject({})'] : []),
  ];
  return `{
    method: '${method}',
    path: '${path}',
    summary: 'The ${feature.words}',
    access: '${access}',${schemas.map((schema) => `\n    ${schema},`).join('')}
    answer: ${answerName(route)},
    problems: [${problems.map((code) => `'${code}'`).join(', ')}],
  }`;
}

/** The use case behind the route. */
export const useCase = ({ name, params, feature }: Route, contractFile: string) => {
  const given = params.map((param) => `readonly ${param}: ${name.pascal}Answer['${param}']`).join('; ');
  return `import type { ${name.pascal}Answer } from '@concert/${contractFile.replace(/[.]ts$/, '')}';
import type { Clock } from '@concert/service-kit/clock';

/** Shows the ${feature.words}. */
export class ${name.pascal} {
  constructor(private readonly clock: Clock) {}

  run(${params.length > 0 ? `{ ${params.join(', ')} }: { ${given} }` : ''}): ${name.pascal}Answer {
    return { at: this.clock.now().toISOString()${params.map((param) => `, ${param}`).join('')} };
  }
}
`;
};

/** The use case in a test without servers. */
export const useCaseSpec = ({ name, params, feature }: Route) => {
  const given = params.map((param) => `${param}: '${sampleOf(param)}'${KINDS[param] ? ' as never' : ''}`).join(', ');
  return `import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@concert/test-kit/clock';
import { ${name.pascal} } from './${name.kebab}.ts';

describe('the ${feature.words}', () => {
  it('is of the moment it is asked for', () => {
    const clock = new FakeClock();
    expect(new ${name.pascal}(clock).run(${params.length > 0 ? `{ ${given} }` : ''})).toEqual({ at: clock.now().toISOString()${params.map((param) => `, ${param}: '${sampleOf(param)}'`).join('')} });
  });
});
`;
};

/** The route on a real service: what it answers, and whom it refuses. */
export function routeSpec(route: Route): string {
  const { owner, method, path, access, params } = route;
  const { start, stop, ask, person } = HARNESSES[owner];
  const service = namesOf(`running-${owner}`);
  const address = path.replace(/:([A-Za-z]+)/g, (_, param: string) => sampleOf(param));
  const call = (who: string) => {
    const options = [...(who ? [`who: ${who}`] : []), ...(hasBody(route) ? ['body: {}'] : [])];
    return `${owner}.${ask}('${method}', '${address}'${options.length > 0 ? `, { ${options.join(', ')} }` : ''})`;
  };
  const ownPerson = !person && access !== 'public';
  const of = (role: string) => (person ? `${owner}.person('${role}')` : `person('${role}')`);
  const expected = `{ at: expect.any(String)${params.map((param) => `, ${param}: '${sampleOf(param)}'`).join('')} }`;
  const lowest = access === 'session' ? 'buyer' : access;
  return `import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
${ownPerson ? `import { idFromBytes } from '@concert/contracts/core/ids';\nimport type { Role } from '@concert/contracts/core/roles';\n` : ''}import { ${service.pascal} } from '../${service.kebab}.harness.ts';

const ${owner} = new ${service.pascal}();
${
  ownPerson
    ? `const person = (role: Role) => ({
  userId: idFromBytes('user', new Uint8Array(17)),
  email: 'anna@example.org',
  name: 'Anna',
  role,
  sessionId: idFromBytes('session', new Uint8Array(17)),
  signedInAt: ${owner}.clock.now().toISOString(),
});
`
    : ''
}
beforeAll(() => ${owner}.${start}());
afterAll(() => ${owner}.${stop}());

describe('${method} ${path}', () => {
  it('answers ${access === 'public' ? 'anybody' : access === 'session' ? 'whoever is signed in' : `an ${access}`}', async () => {
    const { status, body } = await ${call(access === 'public' ? '' : of(lowest))};
    expect([status, body]).toEqual([200, ${expected}]);
  });
${
  access === 'public'
    ? ''
    : `
  it('refuses whoever is not signed in${access === 'session' ? '' : ', and a buyer'}', async () => {
    expect(await ${call('')}).toMatchObject({ status: 401, body: { code: 'request.session_required' } });
${access === 'session' ? '' : `    expect(await ${call(of('buyer'))}).toMatchObject({ status: 403, body: { code: 'request.forbidden' } });\n`}  });
`
}});
`;
}
