import 'reflect-metadata';
import { defineFact, type Envelope } from '@concert/contracts/core/envelope';
import type { Identity } from '@concert/contracts/core/identity';
import { defineRoutes } from '@concert/contracts/core/route';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Handles, type AnswersOf, type CallsOf } from './handles.ts';
import { OnFact } from '../messages/on-fact.ts';

const routes = defineRoutes({
  reserve: {
    method: 'POST',
    path: '/api/reserve',
    summary: 'Reserves seats',
    access: 'session',
    body: z.object({ tickets: z.number() }),
    answer: z.object({ reference: z.string() }),
    idempotencyKey: 'required',
    problems: [],
  },
  look: {
    method: 'GET',
    path: '/api/look',
    summary: 'Shows seats',
    access: 'public',
    answer: z.object({ left: z.number() }),
    problems: [],
  },
  download: { method: 'GET', path: '/api/download', summary: 'A file', access: 'session', problems: [] },
});
type In = CallsOf<typeof routes>;
type Out = AnswersOf<typeof routes>;

const madeV1 = defineFact('probe.thing.made.v1', z.object({ name: z.string() }));

describe('a handler fits what it is bound to', () => {
  test('the compiler refuses what does not fit', () => {
    class Misfits {
      // @ts-expect-error the call of another route
      @Handles(routes.look)
      reserve({ key }: In['reserve']): Out['look'] {
        return { left: key.length };
      }

      // @ts-expect-error the answer of another route
      @Handles(routes.look)
      look(): Promise<Out['reserve']> {
        return Promise.resolve({ reference: '' });
      }

      // @ts-expect-error a public route is called by nobody, too
      @Handles(routes.look)
      greet({ who }: { readonly who: Identity }): Out['look'] {
        return { left: who.email.length };
      }

      // @ts-expect-error the body has no such field
      @Handles(routes.reserve)
      ask({ body }: { readonly body: { readonly tickets: number; readonly name: string } }): Out['reserve'] {
        return { reference: body.name };
      }

      // @ts-expect-error nothing is answered where the route promises an answer
      @Handles(routes.reserve)
      forget(): void {
        return undefined;
      }

      // @ts-expect-error another fact
      @OnFact(madeV1, 'count')
      sold({ data }: Envelope<{ tickets: number }>): number {
        return data.tickets;
      }
    }
    expect(Misfits).toBeDefined();
  });
});
