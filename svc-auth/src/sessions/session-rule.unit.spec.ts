import { describe, expect, it } from '@jest/globals';
import type { SessionId, UserId } from '@concert/contracts/core/ids';
import type { Role } from '@concert/contracts/core/roles';
import { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { newUser, type User } from '../users/user.ts';
import { newSession, NEVER_PROVEN, type Session } from './session.ts';
import { SessionRule } from './session-rule.ts';

const START = new Date('2030-05-01T08:00:00Z');
const after = (hours: number) => new Date(START.getTime() + hours * 3_600_000);

function userOf(role: Role): User {
  const account = { email: 'a@example.org', emailKey: 'a@example.org', name: 'A', passwordHash: null };
  return { ...newUser('us_0' as UserId, account, START), role, emailVerifiedAt: START };
}

function sessionOf(user: User, over: Partial<Session> = {}): Session {
  const proof = { signedInAt: NEVER_PROVEN, passkeyAt: null };
  return { ...newSession('se_0' as SessionId, user, START, 24 * 3_600, proof, 'Firefox on Linux'), ...over };
}

describe('what a session counts for', () => {
  const rule = new SessionRule(new PasskeyRule(false), { buyers: 8, organisers: 2 }, 'first@example.org');
  const buyer = userOf('buyer');

  it.each(['organiser', 'admin'] as const)('B9-530 ends sooner unused for an %s than for a buyer', (role) => {
    const organiser = userOf(role);
    expect([1.99, 2].map((hours) => rule.stateOf(sessionOf(organiser), organiser, after(hours)))).toEqual(['whole', 'ended']);
    expect([7.99, 8].map((hours) => rule.stateOf(sessionOf(buyer), buyer, after(hours)))).toEqual(['whole', 'ended']);
  });

  it('counts from the last use', () => {
    expect(rule.stateOf(sessionOf(buyer, { lastUsedAt: after(7) }), buyer, after(14.9))).toBe('whole');
  });

  it('B9-530 ends without a note of its use, as one of before there were such notes', () => {
    const { lastUsedAt: _missing, ...old } = sessionOf(buyer);
    expect(rule.stateOf(old as Session, buyer, START)).toBe('ended');
  });

  it('takes the admin of the configuration for one', () => {
    const first = { ...buyer, emailKey: 'first@example.org' };
    expect(rule.stateOf(sessionOf(first), first, after(2))).toBe('ended');
  });

  it('ends with its time, its epoch and the proof of the address', () => {
    const used = { lastUsedAt: after(23) };
    expect(rule.stateOf(sessionOf(buyer, used), buyer, after(24))).toBe('ended');
    expect(rule.stateOf(sessionOf(buyer), { ...buyer, sessionEpoch: 1 }, START)).toBe('ended');
    expect(rule.stateOf(sessionOf(buyer), { ...buyer, emailVerifiedAt: null }, START)).toBe('ended');
  });

  it('waits ten minutes for a passkey that is demanded', () => {
    const demanding = new SessionRule(new PasskeyRule(true), { buyers: 8, organisers: 2 }, undefined);
    const organiser = userOf('organiser');
    const states = (session: Session) => [0, 9.9, 10].map((minutes) => demanding.stateOf(session, organiser, after(minutes / 60)));
    expect(states(sessionOf(organiser))).toEqual(['restricted', 'restricted', 'ended']);
    expect(states(sessionOf(organiser, { passkeyAt: START }))).toEqual(['whole', 'whole', 'whole']);
    expect(demanding.stateOf(sessionOf(buyer), buyer, START)).toBe('whole');
  });
});
