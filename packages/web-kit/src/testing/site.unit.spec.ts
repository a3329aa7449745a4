import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { describe, expect, it } from '@jest/globals';
import { createClient } from '../api-client.ts';
import { repliesInOrder, rawAnswer, refusal, standInForSite, collectFaults } from './site.ts';

const routes = { ...authRoutes, ...bookingRoutes };
const site = createClient(routes);
const person = {
  id: `us_${'1'.repeat(26)}`,
  name: 'Anna',
  email: 'anna@example.org',
  address: '',
  phone: '',
  note: '',
  skills: '',
  availability: '',
  role: 'buyer',
  verified: true,
  createdAt: '2026-05-01T02:00:00.000Z',
} as const;

describe('the stand-in for the site', () => {
  it('answers what it was given, in turn, the last again and again, and knows what it was asked', async () => {
    const { calls, to } = standInForSite(routes, {
      listUsers: [{ items: [person], next: 'c' }, refusal('request.unavailable'), 'unreachable'],
    });
    expect(await site.listUsers({ query: { search: 'an' } })).toMatchObject({ ok: true, value: { items: [{ name: 'Anna' }] } });
    expect(await site.listUsers()).toMatchObject({ ok: false, problem: { code: 'request.unavailable', status: 503, retryable: true } });
    expect(await site.listUsers()).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } });
    expect(await site.listUsers()).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } });
    expect(calls).toHaveLength(4);
    expect(to('listUsers')[0]).toEqual({ route: 'listUsers', query: { search: 'an' } });
    expect(to('changeRole')).toEqual([]);
  });

  it('answers by a function of the call, a list as one answer, and otherwise from a later moment on', async () => {
    const { answer, to } = standInForSite(routes, {
      changeRole: ({ params, body }) => ({ ...person, id: params.userId, role: body.role }),
      listOwnBookings: [],
    });
    const change = { params: { userId: person.id }, body: { role: 'admin' as const } };
    expect(await site.changeRole(change)).toMatchObject({ ok: true, value: { id: person.id, role: 'admin' } });
    expect(to('changeRole')[0]).toEqual({ route: 'changeRole', ...change });
    expect(await site.listOwnBookings()).toEqual({ ok: true, value: [] });
    answer({ listOwnBookings: repliesInOrder(refusal('request.session_required', { detail: 'Who is there?' }), []) });
    expect(await site.listOwnBookings()).toMatchObject({ ok: false, problem: { status: 401, detail: 'Who is there?' } });
    expect(await site.listOwnBookings()).toEqual({ ok: true, value: [] });
    expect(await site.listOwnBookings()).toEqual({ ok: true, value: [] });
  });

  it('gives an answer that is not from the site, and none at all until the page gives up', async () => {
    standInForSite(routes, {
      showConcert: rawAnswer({ ok: false, status: 502, text: () => Promise.resolve('<html>') }),
      showSession: 'silent',
    });
    expect(await site.showConcert()).toMatchObject({ ok: false, problem: { code: 'network.unreadable', status: 502 } });
    const stop = new AbortController();
    const asked = site.showSession({}, { signal: stop.signal });
    stop.abort();
    expect(await asked).toMatchObject({ ok: false, problem: { code: 'network.stopped' } });
  });

  it('refuses an answer that breaks its contract, at once or when a function gives it', async () => {
    expect(() => standInForSite(routes, { listUsers: { items: [{ ...person, role: 'king' as 'buyer' }] } })).toThrow(
      /^the answer given for listUsers breaks its contract:\n.*\n.*items\[0\]\.role/,
    );
    expect(() =>
      standInForSite(routes, { listUsers: [{ items: [] }, { items: [{ ...person, verified: 1 as unknown as boolean }] }] }),
    ).toThrow(/listUsers breaks its contract/);
    expect(() => standInForSite(routes, { signOut: { ok: true } as unknown as undefined })).toThrow('signOut answers nothing');
    standInForSite(routes, { listUsers: () => ({ items: 'none' as unknown as [] }) });
    await site.listUsers();
    expect(collectFaults()).toEqual([expect.stringMatching(/^the answer given for listUsers breaks its contract/)]);
  });

  it('fails a test whose screen calls what is not listed, by one sentence with the route and what was sent', async () => {
    standInForSite(bookingRoutes);
    expect(await site.listOwnBookings()).toMatchObject({ ok: false });
    await site.showSession();
    expect(collectFaults()).toEqual([
      'the screen called listOwnBookings with {}, and this test lists no answer for it',
      'the screen called GET /api/auth/session, which is no route of the contracts this test names',
    ]);
  });

  it('fails a test whose screen sends what the contract refuses, or no key where one is needed', async () => {
    standInForSite(routes, { changeRole: person, reserve: 'unreachable' });
    await site.changeRole({ params: { userId: person.id }, body: { role: 'king' as 'buyer' } });
    await site.reserve({ body: {} as never }, { idempotencyKey: '' });
    const [role, body, key] = collectFaults();
    expect(role).toMatch(/^the screen called changeRole with what its contract refuses:\n/);
    expect(body).toMatch(/^the screen called reserve with what its contract refuses:\n/);
    expect(key).toBe('the screen called reserve without an Idempotency-Key');
  });
});
