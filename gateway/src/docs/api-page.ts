import { createHash } from 'node:crypto';
import { escapeHtml } from '@concert/contracts/core/html';
import { openApi } from '@concert/contracts/core/openapi';
import type { Upstream } from '../routing/upstreams.ts';

type Json = Record<string, unknown>;

/** OpenAPI description of what browsers may call of one upstream. */
export function openApiOf(upstream: Upstream, version: string): Json {
  const outside = Object.fromEntries(Object.entries(upstream.routes).filter(([, route]) => route.access !== 'internal'));
  return openApi(upstream.title, version, outside, upstream.problems);
}

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); --soft: color-mix(in srgb, currentColor 8%, transparent); }
* { box-sizing: border-box; }
body { background: Canvas; color: CanvasText; margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 6rem; font: 1rem/1.55 system-ui, sans-serif; }
a { color: LinkText; }
h1 { font-size: 1.9rem; margin: 0 0 .5rem; }
h2 { margin: 3rem 0 1rem; padding-top: 1rem; border-top: 2px solid var(--line); }
h3 { margin: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; padding: 0; }
article { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .6rem; }
article p { margin: .5rem 0; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; background: var(--soft); border-radius: .4rem; }
.method { display: inline-block; min-width: 4.2rem; padding: .1rem .5rem; margin-right: .6rem; border-radius: .3rem; background: var(--soft); text-align: center; }
.access { color: color-mix(in srgb, currentColor 70%, transparent); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
summary { cursor: pointer; }
`;

/** The page may load nothing and run nothing; its one style sheet is known by its hash. */
export const API_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function text(value: unknown): string {
  const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return escapeHtml(shown);
}

const ACCESS: Readonly<Record<string, string>> = {
  public: 'Open to everyone',
  session: 'Needs a signed-in person',
  organiser: 'Organisers and admins',
  admin: 'Admins',
};

function typeOf(schema: Json): string {
  const {
    type,
    enum: values,
    const: fixed,
    anyOf,
    items,
    format,
    pattern,
  } = schema as {
    type?: string | string[];
    enum?: unknown[];
    const?: unknown;
    anyOf?: Json[];
    items?: Json;
    format?: string;
    pattern?: string;
  };
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`;
  return [Array.isArray(type) ? type.join(' or ') : (type ?? 'any'), ...(format ? [`(${format})`] : pattern ? ['(pattern)'] : [])].join(
    ' ',
  );
}

function limitsOf(schema: Json): string {
  const said: string[] = [];
  for (const [name, words] of [
    ['minLength', 'at least %'],
    ['maxLength', 'at most % characters'],
    ['minimum', 'from %'],
    ['maximum', 'to %'],
    ['default', 'default %'],
  ] as const) {
    if (schema[name] !== undefined) said.push(words.replace('%', () => JSON.stringify(schema[name])));
  }
  return said.join(', ');
}

function fields(schema: Json): string {
  const { properties, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  if (!properties) return '';
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      `<tr><td><code>${text(name)}</code></td><td>${required.includes(name) ? 'required' : 'optional'}</td><td>${text(typeOf(field))}</td><td>${text(limitsOf(field))}</td></tr>`,
  );
  return `<table aria-label="Fields"><thead><tr><th scope="col">Field</th><th scope="col">Needed</th><th scope="col">Type</th><th scope="col">Limits</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function schemaDetails(title: string, schema: Json): string {
  return `<details><summary>${text(title)}</summary>${fields(schema)}<pre>${text(JSON.stringify(schema, undefined, 2))}</pre></details>`;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-access': string;
  readonly parameters: { name: string; in: string; required: boolean; schema: Json }[];
  readonly requestBody?: { content: Record<string, { schema: Json }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${text(parameter.name)}</code></td><td>${text(parameter.in)}, ${parameter.required ? 'required' : 'optional'}</td><td>${text(typeOf(parameter.schema))}</td></tr>`,
  );
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const words = text(response.description).replace(/`([^`]+)`/g, '<code>$1</code>');
    const schema = response.content?.['application/json']?.schema;
    return `<tr><td>${text(status)}</td><td>${words}${schema ? schemaDetails('Its form', schema) : ''}</td></tr>`;
  });
  return `<article id="${text(operation.operationId)}">
<h3><code class="method">${text(method.toUpperCase())}</code><code>${text(path)}</code></h3>
<p>${text(operation.summary)}</p>
<p class="access">${text(ACCESS[operation['x-access']] ?? operation['x-access'])}</p>
${parameters.length > 0 ? `<table aria-label="Parameters"><thead><tr><th scope="col">Parameter</th><th scope="col">Where</th><th scope="col">Type</th></tr></thead><tbody>${parameters.join('')}</tbody></table>` : ''}
${body ? schemaDetails('Body, application/json', body) : ''}
<table aria-label="Answers"><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>${responses.join('')}</tbody></table>
</article>`;
}

/** One readable page about everything browsers may call, made from the contracts alone. */
export function apiPage(upstreams: readonly Upstream[], version: string): string {
  const sections = upstreams.map((upstream) => {
    const paths = openApiOf(upstream, version)['paths'] as Record<string, Record<string, Operation>>;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationHtml(path, method, operation)),
    );
    return `<section aria-labelledby="${upstream.name}"><h2 id="${upstream.name}">${text(upstream.title)}</h2>
<p><a href="/api/openapi/${upstream.name}.json">OpenAPI 3.1 document</a></p>
${operations.join('\n')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of the Music for Meditation Concert</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>API of the Music for Meditation Concert</h1>
<p>Bodies and answers are JSON. A refusal is a problem document (RFC 9457, <code>application/problem+json</code>) whose <code>code</code> says what is the matter. Where an <code>Idempotency-Key</code> is taken, a repeated request with the same key and body gets the first answer again.</p>
<nav aria-label="Services"><ul>${upstreams.map((upstream) => `<li><a href="#${upstream.name}">${text(upstream.title)}</a></li>`).join('')}</ul></nav>
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}
