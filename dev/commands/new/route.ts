import { Failure } from '@concert/machine-kit/failure';
import { type Draft, withElement, withImport } from './draft.ts';
import { registerModule } from './feature.ts';
import { kebabName, oneOf, routeName } from './names.ts';
import { ACCESSES, answerOf, contract, KINDS, METHODS, OWNERS, routeSpec, useCase, useCaseSpec, type Route } from './route-texts.ts';

/** What may be said about a route besides its names. */
export interface RouteOptions {
  /** Who may call it; organisers, unless it is said. */
  readonly access?: string;
  /** The feature it belongs to; named after the route, unless it is said. */
  readonly feature?: string;
}

/**
 * Drafts a route from its contract to its tests: into the tables and the controller of its feature where the feature has
 * one, and otherwise with a contract, a controller and a module of its own.
 */
export function draftRoute(draft: Draft, [owner, given, method, path]: readonly string[], options: RouteOptions): void {
  const name = routeName(given);
  const feature = kebabName('feature', options.feature ?? name.kebab.slice(name.kebab.indexOf('-') + 1));
  const route: Route = {
    owner: oneOf('owner of routes', OWNERS, owner),
    name,
    method: oneOf('method', METHODS, method),
    path: checkedPath(path),
    access: oneOf('access', ACCESSES, options.access ?? 'organiser'),
    feature,
    params: [...(path ?? '').matchAll(/:([A-Za-z]+)/g)].map(([, param]) => param!),
  };
  demandNew(draft, route);
  const folder = `svc-${route.owner}/src/${feature.kebab}`;
  const { table, file } = draftContract(draft, route, folder);
  draft.create(`${folder}/${name.kebab}.ts`, useCase(route, file));
  draft.create(`${folder}/${name.kebab}.unit.spec.ts`, useCaseSpec(route));
  draft.create(`${folder}/${name.kebab}.int.spec.ts`, routeSpec(route));
  draftController(draft, route, folder, table, file);
  draftModule(draft, route, folder);
}

function checkedPath(path: string | undefined): string {
  if (path?.startsWith('/internal/'))
    throw new Failure(
      'A route between services names its callers.',
      'write it by hand, after the example of showTicketMails in contracts/booking/http.ts.',
    );
  if (!path || !/^\/api(\/(:[a-z][A-Za-z]*|[a-z0-9]+(-[a-z0-9]+)*))+$/.test(path))
    throw new Failure(
      `${path ? `"${path}" is no path of a route` : 'The path is missing'}.`,
      'write it from the root with :name parameters, for example: /api/seat-map/:bookingId',
    );
  return path;
}

/** @throws Failure when the name or the address is taken */
function demandNew(draft: Draft, { owner, name, method, path }: Route): void {
  const shape = (each: string) => each.replace(/:\w+/g, ':');
  for (const file of draft.find('contracts/*/*.ts').filter((each) => !each.includes('.spec.'))) {
    const text = draft.read(file);
    if (file.startsWith(`contracts/${owner}/`) && new RegExp(`^  ${name.camel}: \\{$`, 'm').test(text))
      throw new Failure(`${file} has a route ${name.camel} already, so nothing was written.`, 'choose another name.');
    for (const [, usedMethod, usedPath] of text.matchAll(/method: '(\w+)',\s+path: '([^']+)'/g))
      if (usedMethod === method && shape(usedPath!) === shape(path))
        throw new Failure(`${file} has a route at ${method} ${usedPath} already, so nothing was written.`, 'choose another path.');
  }
}

/** Puts the route into the table that its feature's controller reads, or into a table of its own. */
function draftContract(draft: Draft, route: Route, folder: string): { table: string; file: string } {
  const { owner, name, feature } = route;
  const controller = `${folder}/${feature.kebab}.controller.ts`;
  if (draft.has(controller)) {
    const [, table, module] = /import \{[^}]*?(\w+Routes)[^}]*\} from '@concert\/(contracts\/[^']+)';/.exec(draft.read(controller)) ?? [];
    if (!table || !module) throw new Failure(`${controller} names no table of routes.`, 'add the route by hand, as CONTRIBUTING.md says.');
    const file = `${module}.ts`;
    draft.edit(
      file,
      ...contractImports(route),
      withElement(
        new RegExp(`export const ${table} = defineRoutes\\(\\{`),
        `  ${name.camel}: ${contract(route)}`,
        `table ${table} in ${file}`,
      ),
      (text) => text.replace(new RegExp(`^export const ${table} = `, 'm'), (found) => `${answerOf(route)}\n\n${found}`),
    );
    return { table, file };
  }
  const table = `${feature.camel}Routes`;
  const file = `contracts/${owner}/${feature.kebab}.ts`;
  const start = `import { z } from 'zod';\nimport { defineRoutes } from '../core/route.ts';\n\n${answerOf(route)}\n\n`;
  const text = `${start}export const ${table} = defineRoutes({\n  ${name.camel}: ${contract(route)},\n});\n`;
  draft.create(
    file,
    contractImports(route).reduce((changed, change) => change(changed), text),
  );
  draft.edit(
    `contracts/${owner}/http.ts`,
    withImport(`import { ${table} } from './${feature.kebab}.ts';`),
    withElement(
      new RegExp(`export const ${owner}Routes = defineRoutes\\(\\{`),
      `  ...${table}`,
      `table ${owner}Routes in contracts/${owner}/http.ts`,
    ),
  );
  return { table, file };
}

const contractImports = ({ params }: Route) => (params.some((param) => KINDS[param]) ? [withIds] : []);

/** Adds `idSchema` to the import of ids, or that import. */
function withIds(text: string): string {
  if (/\bidSchema\b[^;]*from '[.]{2}\/core\/ids[.]ts'/.test(text)) return text;
  return withImport(`import { idSchema } from '../core/ids.ts';`)(text);
}

function draftController(draft: Draft, route: Route, folder: string, table: string, contractFile: string): void {
  const { name, feature, params } = route;
  const file = `${folder}/${feature.kebab}.controller.ts`;
  const method = `  @Handles(${table}.${name.camel})
  ${name.camel}(${params.length > 0 ? `{ params }: In['${name.camel}']` : ''}): Out['${name.camel}'] {
    return this.${name.camel}UseCase.run(${params.length > 0 ? 'params' : ''});
  }`;
  const field = `    private readonly ${name.camel}UseCase: ${name.pascal}`;
  if (!draft.has(file)) {
    draft.create(
      file,
      `import { ${table} } from '@concert/${contractFile.replace(/[.]ts$/, '')}';
import { Handles, type AnswersOf${params.length > 0 ? ', type CallsOf' : ''} } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ${name.pascal} } from './${name.kebab}.ts';

${params.length > 0 ? `type In = CallsOf<typeof ${table}>;\n` : ''}type Out = AnswersOf<typeof ${table}>;

@Controller()
export class ${feature.pascal}Controller {
  constructor(${field.trim()}) {}

${method}
}
`,
    );
    return;
  }
  draft.edit(
    file,
    withImport(`import { ${name.pascal} } from './${name.kebab}.ts';`),
    ...(params.length > 0 ? [withCalls(table)] : []),
    withElement(/\bconstructor\(/, field, `constructor in ${file}`),
    (text) => text.replace(/\}\s*$/, `\n${method}\n}\n`),
  );
}

/** Has a controller name what its handlers are called with. */
const withCalls = (table: string) => (text: string) =>
  text.includes('type In = ')
    ? text
    : text
        .replace('type AnswersOf', 'type AnswersOf, type CallsOf')
        .replace(/^type Out = /m, `type In = CallsOf<typeof ${table}>;\ntype Out = `);

function draftModule(draft: Draft, { owner, name, feature }: Route, folder: string): void {
  const file = `${folder}/${feature.kebab}.module.ts`;
  if (!draft.has(file)) {
    draft.create(file, `import { Module } from '@nestjs/common';\n\n@Module({})\nexport class ${feature.pascal}Module {}\n`);
    registerModule(draft, `svc-${owner}`, feature);
  }
  const list = (property: string) => (text: string) =>
    new RegExp(`\\b${property}: \\[`).test(text) ? text : withElement(/@Module\(\{/, `  ${property}: []`, `@Module in ${file}`)(text);
  const controller = `${feature.pascal}Controller`;
  draft.edit(
    file,
    withImport(`import { CLOCK } from '@concert/service-kit/clock';`),
    (text) =>
      /\bprovide\b[^;]*from '@concert\/service-kit\/provide'/.test(text)
        ? text
        : withImport(`import { provide } from '@concert/service-kit/provide';`)(text),
    withImport(`import { ${controller} } from './${feature.kebab}.controller.ts';`),
    withImport(`import { ${name.pascal} } from './${name.kebab}.ts';`),
    list('controllers'),
    list('providers'),
    (text) =>
      new RegExp(`controllers: \\[[^\\]]*\\b${controller}\\b`).test(text)
        ? text
        : withElement(/\bcontrollers: \[/, controller, `controllers in ${file}`)(text),
    withElement(/\bproviders: \[/, `    provide(${name.pascal}, CLOCK)`, `providers in ${file}`),
  );
}
