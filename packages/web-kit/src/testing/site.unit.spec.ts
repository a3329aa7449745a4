import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { describe, expect, it } from '@jest/globals';
import { createClient } from '../api-client.ts';
import { standInForSite, collectFaults } from './site.ts';

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
