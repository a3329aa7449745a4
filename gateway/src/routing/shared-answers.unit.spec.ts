import { describe, expect, it } from '@jest/globals';
import { SHARED_FOR_MS, SharedAnswers, type SharedAnswer } from './shared-answers.ts';

function create() {
  const state = { now: 10_000, asked: 0, statusCode: 200, left: 500 };
  const shared = new SharedAnswers(() => state.now);
  const ask = (): Promise<SharedAnswer> => {
    state.asked += 1;
    const { statusCode, left } = state;
    return Promise.resolve({ statusCode, contentType: 'application/json', retryAfter: undefined, body: `{"left":${left}}` });
  };
  const read = async (session?: string) => (await shared.read('/api/concert', session, ask)).body;
  return { state, shared, ask, read };
}

describe('an answer that is the same for everybody', () => {
  it('is asked for once by all who come within a second, and its change is seen after it', async () => {
    const { state, read } = create();
    expect(await Promise.all(['a', 'b', undefined].map((session) => read(session)))).toEqual(Array(3).fill('{"left":500}'));
    state.left = 499;
    state.now += SHARED_FOR_MS - 1;
    expect(await read()).toBe('{"left":500}');
    expect(state.asked).toBe(1);
    state.now += 1;
    expect(await read()).toBe('{"left":499}');
    expect(state.asked).toBe(2);
  });

  it('is no older than a second also when the service took long to give it', async () => {
    const { state, shared, ask, read } = create();
    const slow = Promise.withResolvers<SharedAnswer>();
    const first = shared.read('/api/concert', undefined, () => slow.promise);
    state.now += SHARED_FOR_MS;
    state.left = 7;
    expect(await read()).toBe('{"left":7}');
    slow.resolve(await ask());
    await first;
    expect(await read()).toBe('{"left":7}');
  });

  it('has a tag of its own for each content', async () => {
    const { state, shared, ask } = create();
    const tags = [];
    for (const left of [1, 2, 1]) {
      state.left = left;
      tags.push((await shared.read('/api/concert', undefined, ask)).etag);
      state.now += SHARED_FOR_MS;
    }
    expect(tags[0]).toMatch(/^"[\w-]{22}"$/);
    expect([tags[1] === tags[0], tags[2] === tags[0]]).toEqual([false, true]);
  });

  it('is not kept when it is a refusal or none at all', async () => {
    const { state, shared, read } = create();
    state.statusCode = 503;
    await read();
    await expect(shared.read('/api/concert', undefined, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    state.statusCode = 200;
    expect(await read()).toBe('{"left":500}');
    expect(state.asked).toBe(2);
  });

  it('is never older than what whoever asks has changed, nor than what an organiser changed', async () => {
    const { state, shared, read } = create();
    await read();
    state.left = 400;
    shared.changed('anna', false);
    expect(await read('ben')).toBe('{"left":500}');
    state.now += 1;
    expect(await read('anna')).toBe('{"left":400}');
    state.left = 300;
    shared.changed('organiser', true);
    state.now += 1;
    expect(await read('ben')).toBe('{"left":300}');
  });

  it('of one route is not that of another', async () => {
    const { state, shared, ask, read } = create();
    await read();
    state.left = 1;
    expect((await shared.read('/api/other', undefined, ask)).body.toString()).toBe('{"left":1}');
  });
});
