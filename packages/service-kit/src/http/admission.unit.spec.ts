import { until } from '@concert/test-kit/until';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { admitRequests, releasePlace } from './admission.ts';
import { Metrics } from '../process/metrics.ts';

const KINDS: Readonly<Record<string, string>> = { '/signed': 'signed', '/new': 'newcomers' };

describe('requests under way', () => {
  let app: FastifyInstance;
  let metrics: Metrics;
  let open: () => void;
  let waiting: number;

  beforeEach(() => {
    const gate = new Promise<void>((resolve) => (open = resolve));
    waiting = 0;
    metrics = new Metrics('probe');
    app = Fastify();
    admitRequests(app, {
      most: 3,
      kinds: ['people', 'newcomers', 'signed'],
      kindOf: ({ routeOptions }) => KINDS[routeOptions.url ?? ''] ?? 'people',
      mostOf: { newcomers: (inProgress) => 4 - inProgress('people') },
      perSource: { most: 2, sourceOf: ({ headers }) => headers['x-from'] as string | undefined },
      metrics,
    });
    for (const url of ['/slow', '/signed', '/new']) {
      app.route({
        method: ['GET', 'POST'],
        url,
        handler: async () => {
          waiting += 1;
          await gate;
          return 'done';
        },
      });
    }
    app.get('/health/live', () => 'live');
  });
  afterEach(() => app.close());

  const shed = async () =>
    Object.fromEntries(
      (await metrics.requestsShed.get()).values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels['places'], value]),
    );
  const statusOf = async (call: { url: string; headers?: Record<string, string> }) => (await app.inject(call)).statusCode;

  it('B9-504 are bounded by kind: what comes beyond is turned away, never a probe or another kind, and the next is taken once one is done', async () => {
    const taken = [1, 2, 3].map(() => statusOf({ url: '/slow' }));
    expect((await app.inject('/slow')).json<{ message: string }>().message).toBe('request.unavailable');
    expect(await statusOf({ url: '/health/live' })).toBe(200);
    const signed = statusOf({ url: '/signed' });
    await until('the other kind is under way as well', () => waiting, 4);
    expect(await shed()).toEqual({ people: 1 });
    open();
    expect(await Promise.all([...taken, signed])).toEqual([200, 200, 200, 200]);
    expect(await statusOf({ url: '/slow' })).toBe(200);
  });

  it('leave their place once, to another one, when their reader takes nothing', async () => {
    const answers: FastifyReply[] = [];
    app.addHook('preHandler', (_, reply, done) => {
      answers.push(reply);
      done();
    });
    const taken = [1, 2, 3].map(() => statusOf({ url: '/slow' }));
    await until('three are under way', () => waiting, 3);
    expect(await statusOf({ url: '/slow' })).toBe(500);
    releasePlace(answers[0]!);
    releasePlace(answers[0]!);
    taken.push(statusOf({ url: '/slow' }));
    await until('a fourth is under way', () => waiting, 4);
    expect(await statusOf({ url: '/slow' })).toBe(500);
    open();
    expect(await Promise.all(taken)).toEqual([200, 200, 200, 200]);
    // Each place was given back only once: there are three and no more.
    expect(await statusOf({ url: '/slow' })).toBe(200);
  });

  it('leave fewer places for a kind that gives way to another', async () => {
    const taken = [1, 2].map(() => statusOf({ url: '/slow' }));
    const begun = [1, 2].map(() => statusOf({ url: '/new' }));
    await until('two of each are under way', () => waiting, 4);
    expect((await app.inject('/new')).json<{ message: string }>().message).toBe('request.unavailable');
    open();
    expect(await Promise.all([...taken, ...begun])).toEqual([200, 200, 200, 200]);
  });
});
