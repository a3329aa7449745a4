import { describe, expect, it } from '@jest/globals';
import { plainCall } from './plain-call.ts';

function answering(status: number, text: string) {
  globalThis.fetch = () => Promise.resolve({ ok: status < 400, status, text: () => Promise.resolve(text) } as Response);
}

const number = (body: unknown) => (typeof body === 'number' ? body : undefined);

describe('a call without a schema', () => {
  it('answers what its reader finds', async () => {
    answering(200, '7');
    expect(await plainCall('GET', '/api/seven', number)).toEqual({ ok: true, value: 7 });
  });

  it.each([
    [200, '"seven"', 'network.unreadable'],
    [200, '{', 'network.unreadable'],
    [502, '<html>', 'network.unreadable'],
    [503, '{"code":"request.unavailable","detail":"resting","traceId":"t"}', 'request.unavailable'],
  ])('%s %s is the problem %s', async (status, text, code) => {
    answering(status, text);
    expect(await plainCall('GET', '/api/seven', number)).toMatchObject({ ok: false, problem: { code } });
  });

  it('says when the site was not reached, or when it was stopped', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await plainCall('GET', '/api/seven', number)).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } });
    expect(await plainCall('GET', '/api/seven', number, AbortSignal.abort())).toMatchObject({
      ok: false,
      problem: { code: 'network.stopped' },
    });
  });
});
