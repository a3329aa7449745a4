import { describe, expect, it } from '@jest/globals';
import { defineRoutes } from '@concert/contracts/core/route';
import { z } from 'zod';
import { callWithoutSchema } from './call-without-schema.ts';
import { rawAnswer, standInForSite } from './testing/site.ts';

const routes = defineRoutes({
  seven: { request: 'GET /api/seven', summary: 'A number', access: 'public', answer: z.number(), problems: [] },
});

function answering(status: number, text: string) {
  standInForSite(routes, { seven: rawAnswer({ ok: status < 400, status, text: () => Promise.resolve(text) }) });
}

const number = (body: unknown) => (typeof body === 'number' ? body : undefined);

describe('a call without a schema', () => {
  it('answers what its reader finds', async () => {
    answering(200, '7');
    expect(await callWithoutSchema('GET', '/api/seven', number)).toEqual({ ok: true, value: 7 });
  });

  it.each([
    [200, '"seven"', 'network.unreadable'],
    [200, '{', 'network.unreadable'],
    [502, '<html>', 'network.unreadable'],
    [503, '{"code":"request.unavailable","detail":"resting","traceId":"t"}', 'request.unavailable'],
  ])('%s %s is the problem %s', async (status, text, code) => {
    answering(status, text);
    expect(await callWithoutSchema('GET', '/api/seven', number)).toMatchObject({ ok: false, problem: { code } });
  });

  it('says when the site was not reached, or when it was stopped', async () => {
    standInForSite(routes, { seven: 'unreachable' });
    expect(await callWithoutSchema('GET', '/api/seven', number)).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } });
    expect(await callWithoutSchema('GET', '/api/seven', number, AbortSignal.abort())).toMatchObject({
      ok: false,
      problem: { code: 'network.stopped' },
    });
  });
});
