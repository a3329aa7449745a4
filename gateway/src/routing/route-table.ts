import type { Route } from '@concert/contracts/core/route';
import type { Upstream } from './upstreams.ts';

/** A route that browsers may call, and the service that owns it. */
export interface PublicRoute {
  readonly upstream: Upstream;
  readonly operation: string;
  readonly route: Route;
}

/**
 * The routes of all upstreams that may be reached from outside. Internal routes are not in it, so nothing can be forwarded to them.
 * @throws Error when two upstreams claim one address, or an internal route stands under /api
 */
export function publicRoutes(upstreams: readonly Upstream[]): PublicRoute[] {
  const table: PublicRoute[] = [];
  const claimed = new Map<string, string>();
  for (const upstream of upstreams) {
    for (const [operation, route] of Object.entries(upstream.routes)) {
      const outside = route.path.startsWith('/api/');
      if (outside === (route.access === 'internal'))
        throw new Error(`${upstream.name}.${operation}: internal routes, and only they, stand under /internal`);
      if (!outside) continue;
      const address = `${route.method} ${route.path.replace(/:[A-Za-z]+/g, ':')}`;
      const other = claimed.get(address);
      if (other) throw new Error(`${address} is claimed by ${other} and ${upstream.name}.${operation}`);
      claimed.set(address, `${upstream.name}.${operation}`);
      table.push({ upstream, operation, route });
    }
  }
  return table;
}

/** Which methods an address takes; none means that there is no such address. */
export function createMethodsOf(routes: readonly { readonly method: string; readonly path: string }[]): (path: string) => string[] {
  const compiled = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(
      `^${path
        .split('/')
        .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^A-Za-z0-9_-]/g, '\\$&')))
        .join('/')}$`,
    ),
  }));
  return (path) => {
    const methods = new Set(compiled.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    if (methods.size > 0) methods.add('OPTIONS');
    return [...methods].sort();
  };
}
