import type { Route } from '@concert/contracts/core/route';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Handles, type CallsOf, type Sent } from './handles.ts';

/** Use cases, under the names by which the rows of a table take them. */
type UseCases = Readonly<Record<string, abstract new (...args: never[]) => object>>;
type Made<U extends UseCases> = { readonly [N in keyof U]: InstanceType<U[N]> };

/** What is done with the call of each route. `reply` is for headers: what is returned is sent. */
type Table<Routes extends Record<string, Route>, U extends UseCases> = {
  readonly [N in keyof Routes]?: (
    call: CallsOf<Routes>[N],
    useCases: Made<U>,
    reply: FastifyReply,
  ) => Sent<Routes[N]> | Promise<Sent<Routes[N]>>;
};

/** A controller that is a table: the compiler refuses a row that does not fit its route. Each row becomes a method, on which Nest's guards hang. */
export function controllerOf<Routes extends Record<string, Route>, U extends UseCases>(
  routes: Routes,
  useCases: U,
  table: Table<Routes, U>,
) {
  class TableController {
    readonly useCases: Made<U>;

    constructor(...made: readonly object[]) {
      this.useCases = Object.fromEntries(Object.keys(useCases).map((name, index) => [name, made[index]])) as Made<U>;
    }
  }
  Controller()(TableController);
  Reflect.defineMetadata('design:paramtypes', Object.values(useCases), TableController);
  for (const [name, row] of Object.entries(table)) {
    const method = {
      value(this: TableController, call: never, reply: FastifyReply) {
        return row(call, this.useCases, reply);
      },
    };
    Object.defineProperty(TableController.prototype, name, method);
    Handles(routes[name]!)(TableController.prototype, name, method as never);
    Res({ passthrough: true })(TableController.prototype, name, 1);
  }
  return TableController;
}
