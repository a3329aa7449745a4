import type { Identity } from '@concert/contracts/core/identity';
import { describe, expect, it } from '@jest/globals';
import { FALLBACK_MS, SessionResolver } from './session-resolver.ts';

const identity = {
  userId: 'us_1',
  email: 'a@b.co',
  name: 'A',
  role: 'buyer',
  sessionId: 'se_1',
  signedInAt: '2026-01-01T00:00:00.000Z',
} as unknown as Identity;
const away = () => Promise.reject(Object.assign(new Error('away'), { name: 'NeighbourUnavailableError' }));

function create() {
  const state = { now: 0, asked: 0, answer: (): Promise<Identity | null> => Promise.resolve(identity) };
  const resolver = new SessionResolver(
    () => {
      state.asked += 1;
      return state.answer();
    },
    () => state.now,
  );
  return { state, resolver };
}

describe('resolving a session', () => {
  it('asks anew for each request', async () => {
    const { state, resolver } = create();
    expect(await resolver.resolve('secret')).toEqual({ identity, remembered: false });
    state.answer = () => Promise.resolve(null);
    expect(await resolver.resolve('secret')).toEqual({ identity: null, remembered: false });
    expect(state.asked).toBe(2);
  });

  it('F02 lives on what was known for five minutes while svc-auth is away, and no longer', async () => {
    const { state, resolver } = create();
    await resolver.resolve('secret');
    state.answer = away;
    state.now = FALLBACK_MS;
    expect(await resolver.resolve('secret')).toEqual({ identity, remembered: true });
    state.now = FALLBACK_MS + 1;
    await expect(resolver.resolve('secret')).rejects.toThrow('away');
  });

  it('knows nobody it never met, and nobody whose session ended', async () => {
    const { state, resolver } = create();
    state.answer = away;
    await expect(resolver.resolve('secret')).rejects.toThrow('away');
    state.answer = () => Promise.resolve(identity);
    await resolver.resolve('secret');
    state.answer = () => Promise.resolve(null);
    expect((await resolver.resolve('secret')).identity).toBeNull();
    state.answer = away;
    await expect(resolver.resolve('secret')).rejects.toThrow('away');
  });

  it('forgets at once what changed through this gateway', async () => {
    const { state, resolver } = create();
    await resolver.resolve('secret');
    resolver.forget('secret');
    state.answer = away;
    await expect(resolver.resolve('secret')).rejects.toThrow('away');
  });

  it('does not remember an answer that was on its way when the session changed', async () => {
    const { state, resolver } = create();
    const slow = Promise.withResolvers<Identity | null>();
    state.answer = () => slow.promise;
    const early = resolver.resolve('secret');
    resolver.forget('secret');
    slow.resolve(identity);
    await early;
    state.answer = away;
    await expect(resolver.resolve('secret')).rejects.toThrow('away');
  });

  it('knows nobody who has signed out elsewhere while another session changed here', async () => {
    const { state, resolver } = create();
    await resolver.resolve('secret');
    state.answer = () => {
      resolver.forget('another');
      return Promise.resolve(null);
    };
    await resolver.resolve('secret');
    state.answer = away;
    await expect(resolver.resolve('secret')).rejects.toThrow('away');
  });

  it('does not take a fault of its own for svc-auth being away', async () => {
    const { state, resolver } = create();
    await resolver.resolve('secret');
    state.answer = () => Promise.reject(new TypeError('a fault'));
    await expect(resolver.resolve('secret')).rejects.toThrow('a fault');
  });
});
