import { expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { admitRequests } from './admission.ts';
import { Metrics } from './metrics.ts';

it('B9-04 turns away what comes while as many as allowed are under way, never a probe, and takes the next once one is done', async () => {
  const app = Fastify();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const metrics = new Metrics('probe');
  admitRequests(app, { most: 2, metrics });
  app.get('/slow', async () => gate.then(() => 'done'));
  app.get('/health/live', () => 'live');
  const taken = [app.inject('/slow'), app.inject('/slow')].map(async (one) => (await one).statusCode);
  expect((await app.inject('/slow')).json<{ message: string }>().message).toBe('request.unavailable');
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  expect((await metrics.requestsShed.get()).values[0]?.value).toBe(1);
  open();
  expect(await Promise.all(taken)).toEqual([200, 200]);
  expect((await app.inject('/slow')).statusCode).toBe(200);
  await app.close();
});
