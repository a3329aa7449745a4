import type { Route } from '@concert/contracts/core/route';
import { Controller, Inject, Res } from '@nestjs/common';
import { injectedFor, tokenOf, type Injected, type Key } from '../process/provide.ts';
import { Handles, type CallsOf, type Sent } from './handles.ts';

/** The head of an answer, as far as a row sets it: what kind of file is sent, or which session begins. */
export interface ReplyHeaders {
  header(name: string, value: string | number): ReplyHeaders;
}

/** What rows work with, mostly use cases: by the names under which they take it, the keys under which modules provide it. */
type Keys = Readonly<Record<string, Key<unknown>>>;
type InjectedAs<K extends Keys> = { readonly [N in keyof K]: Injected<K[N]> };

/** What is done with the call of a route. What it returns is sent as the answer. */
type Row<Call, Used, Answer> = (call: Call, used: Used, head: ReplyHeaders) => Answer | Promise<Answer>;

type Table<Routes extends Record<string, Route>, Used> = {
  readonly [N in keyof Routes]?: Row<CallsOf<Routes>[N], Used, Sent<Routes[N]>>;
};

/**
 * A controller that is a table, for the `controllers` of a module. Each row has the name of a route and says in a function what is done with
 * its call; the compiler refuses one that does not fit its route. Routes without a row are served by another controller.
 *
 *     export const ReadinessController = controllerOf(
 *       authRoutes,
 *       { readiness: ShowReadiness },
 *       { showAuthReadiness: async (_, { readiness }) => ({ rows: await readiness.rows() }) },
 *     );
 *
 * A controller that needs more of the request than the call holds, a header for instance, is a class with methods bound by `@Handles`.
 */
export function controllerOf<Routes extends Record<string, Route>, K extends Keys>(
  routes: Routes,
  keys: K,
  table: Table<Routes, InjectedAs<K>>,
) {
  type Used = InjectedAs<K>;

  class TableController {
    readonly used: Used;

    constructor(...injected: readonly unknown[]) {
      const named = Object.entries(keys).map(([name, key], at) => [name, injectedFor(key, injected[at])]);
      this.used = Object.fromEntries(named) as Used;
    }
  }

  // Nest knows classes, and reads what decorators note on them. What is known only when the table is read cannot stand before a class, its
  // methods or parameters with an @, so the same decorators are called: on the class, on each parameter of its constructor, and on a method
  // made of each row. Guards, filters and metrics see no difference.
  Controller()(TableController);
  Object.values(keys).forEach((key, at) => Inject(tokenOf(key))(TableController, undefined, at));
  // Each row was checked against its own route; here all are called alike.
  for (const [name, row] of Object.entries(table) as [string, Row<never, Used, unknown>][]) {
    const method = {
      value(this: TableController, call: never, head: ReplyHeaders) {
        return row(call, this.used, head);
      },
    };
    Object.defineProperty(TableController.prototype, name, method);
    Handles(routes[name]!)(TableController.prototype, name, method as never);
    // `passthrough`: the row sets headers, and Nest still sends what it returns.
    Res({ passthrough: true })(TableController.prototype, name, 1);
  }
  return TableController;
}
