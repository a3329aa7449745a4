import type { SessionId, UserId } from '@concert/contracts/core/ids';
import { randomIds } from '@concert/service-kit/process/clock';
import { createLog } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { describe, expect, it } from '@jest/globals';
import { newUser, type User } from '../users/user.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import { OpenSession } from './open-session.ts';
import { SessionRule } from './session-rule.ts';
import { randomSecrets } from '../secrets/secrets.codec.ts';
import { PasskeyRule } from '../passkeys/passkey-rule.ts';
import type { PasskeysRepository } from '../passkeys/passkeys.repository.ts';
import { SignIn } from './sign-in.ts';

const now = new Date('2026-01-10T18:00:00Z');
const anna: User = {
  ...newUser(
    'us_00000000000000000001000000' as UserId,
    { email: 'Anna@concert.example', emailKey: 'anna@concert.example', name: 'Anna', passwordHash: 'hash of right' },
    now,
  ),
  emailVerifiedAt: now,
};

/** Every neighbour says what was asked of it, in order. */
function create(user: User | undefined, adminEmailKey?: string) {
  const asked: string[] = [];
  const opening = new OpenSession(
    {
      withUsers: async () => new Map(),
      noteUse: async () => undefined,
      ofUser: async () => [],
      endOf: async () => undefined,
      add: async ({ userId }, hash) => void asked.push(`begin ${userId} ${hash.length}`),
      end: async (id) => void asked.push(`end ${id}`),
      endAllOf: async () => undefined,
    },
    { ofUser: async () => [] } as unknown as PasskeysRepository,
    new PasskeyRule(false),
    new SessionRule(new PasskeyRule(false), { buyers: 1, organisers: 1 }, adminEmailKey),
    { run: (work: (session: never) => Promise<void>) => work(undefined as never) } as unknown as Transactions,
    randomSecrets,
    { current: () => 'Firefox on Linux', source: () => undefined },
    undefined as never,
    { now: () => now },
    randomIds,
    createLog('test', 'silent'),
    { lifetimeSeconds: 60, adminEmailKey },
  );
  const signIn = new SignIn(
    {
      byEmailKey: async () => user,
      provePassword: async (_: string, hash: string) => void asked.push(`proven ${hash}`),
    } as unknown as UsersRepository,
    {
      hash: async () => '',
      matches: async (password, hash) => {
        asked.push(`hash ${password}`);
        return hash === `hash of ${password}`;
      },
    },
    {
      admit: async () => {
        asked.push('admit');
        return { succeeded: async () => void asked.push('succeeded') };
      },
    } as never,
    opening,
  );
  return {
    asked,
    signIn: (password: string, before?: SessionId) =>
      signIn.signIn('ANNA@concert.example', password, 'here', before ? ({ sessionId: before } as never) : undefined),
  };
}

describe('signing in', () => {
  it('does the same work, and says the same, for a wrong password, an unknown address and an account without a password', async () => {
    for (const user of [anna, undefined, { ...anna, passwordHash: null }]) {
      const { asked, signIn } = create(user);
      await expect(signIn('wrong')).rejects.toMatchObject({ code: 'auth.credentials_refused', detail: undefined });
      expect(asked).toEqual(['admit', 'hash wrong']);
    }
  });

  it('begins a session and ends the one that was there', async () => {
    const { asked, signIn } = create(anna);
    const opened = await signIn('right', 'se_00000000000000000009000000' as SessionId);
    expect(opened).toMatchObject({ lifetimeSeconds: 60, view: { email: 'Anna@concert.example', role: 'buyer' } });
    expect(asked).toEqual([
      'admit',
      'hash right',
      'succeeded',
      'proven hash of right',
      'end se_00000000000000000009000000',
      `begin ${anna.id} 43`,
    ]);
  });

  it('remembers only once that a password was used', async () => {
    const { asked, signIn } = create({ ...anna, passwordProven: true });
    await signIn('right');
    expect(asked).not.toContainEqual(expect.stringContaining('proven'));
  });

  it('begins nothing while the address is not proven', async () => {
    const { asked, signIn } = create({ ...anna, emailVerifiedAt: null }, 'anna@concert.example');
    await expect(signIn('right')).rejects.toMatchObject({ code: 'auth.email_unverified' });
    expect(asked).toEqual(['admit', 'hash right', 'succeeded']);
  });
});
