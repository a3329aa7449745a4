import type { CallOf, ResultOf, Route } from '@concert/contracts/core/route';
import type { z } from 'zod';
import type { Client, Result } from './api-client.ts';
import { checkForm, type Outcome } from './forms/field-errors.ts';
import { networkFailure } from './network-problem.ts';

/** A client whose schemas come when they are first needed: they are most of a form's program, and a reader of the page needs none. */
export interface LazyClient<Routes extends Record<string, Route>> {
  /** The client's calls. One whose program could not be fetched is answered with `network.unreachable`. */
  readonly call: Client<Routes>;
  /** Checks values as the route will, then calls it, or `send`, with what its schema made of them. A fetch of the program that failed is tried again by the next one who asks. */
  readonly submit: <Name extends keyof Routes & string, T = ResultOf<Routes[Name]>>(
    name: Name,
    values: unknown,
    send?: (body: CallOf<Routes[Name]>['body']) => Promise<Result<T>>,
  ) => Promise<Outcome<T>>;
  /** Fetches the program, so that nobody waits for it later. */
  readonly prepare: () => void;
}

type AnyCall = (...args: readonly unknown[]) => Promise<Result<unknown>>;

/** Makes a {@link LazyClient} of the routes that `load` brings, usually by an `import()` of their contract. */
export function lazyClient<Routes extends Record<string, Route>>(load: () => Promise<Routes>): LazyClient<Routes> {
  interface Program {
    readonly routes: Routes;
    readonly client: Readonly<Record<string, AnyCall>>;
  }
  let program: Promise<Program | undefined> | undefined;

  const fetched = () =>
    (program ??= Promise.all([load(), import('./api-client.ts')]).then(
      ([routes, { createClient }]) => ({ routes, client: createClient(routes) as Program['client'] }),
      () => (program = undefined),
    ));

  const call = new Proxy({} as Client<Routes>, {
    get:
      (_, name: string): AnyCall =>
      async (...args) => {
        const ready = await fetched();
        return ready ? (ready.client[name] as AnyCall)(...args) : networkFailure('network.unreachable', name);
      },
  });

  return {
    call,
    submit: async (name, values, send) => {
      const ready = await fetched();
      if (!ready) return networkFailure('network.unreachable', name);
      const checked = checkForm(ready.routes[name]!.body as z.ZodType<never>, values);
      if (!checked.ok) return checked;
      return send ? send(checked.value) : (ready.client[name]!({ body: checked.value }) as never);
    },
    prepare: () => void fetched(),
  };
}
