import type { Route } from '@concert/contracts/core/route';
import type { Owner } from './owners.ts';

/** A route that browsers may call, and whose it is. */
export interface PublicRoute {
  readonly owner: Owner;
  readonly operation: string;
  readonly route: Route;
}

/**
 * The routes of all owners that may be reached from outside. Internal ones are not in it, so there is nothing to forward
 * to them by.
 * @throws Error when two owners claim one address, or an internal route stands under /api
 */
export function publicRoutes(owners: readonly Owner[]): PublicRoute[] {
  const table: PublicRoute[] = [];
  const claimed = new Map<string, string>();
  for (const owner of owners) {
    for (const [operation, route] of Object.entries(owner.routes)) {
      const outside = route.path.startsWith('/api/');
      if (outside === (route.access === 'internal'))
        throw new Error(`${owner.name}.${operation}: internal routes, and only they, stand under /internal`);
      if (!outside) continue;
      const address = `${route.method} ${route.path.replace(/:[A-Za-z]+/g, ':')}`;
      const other = claimed.get(address);
      if (other) throw new Error(`${address} is claimed by ${other} and ${owner.name}.${operation}`);
      claimed.set(address, `${owner.name}.${operation}`);
      table.push({ owner, operation, route });
    }
  }
  return table;
}

/** Answers which methods an address takes; none means that there is no such address. */
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
