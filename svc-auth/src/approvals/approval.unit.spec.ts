import { describe, expect, it } from '@jest/globals';
import type { BigAction } from '@concert/contracts/auth/approvals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { approvalMode, approvalNeedOf } from './approval-rule.ts';
import { approvalIdOf, newApproval } from './approval.ts';

const personOf = (byte: number) => idFromBytes('user', new Uint8Array(17).fill(byte));
const [anna, bert] = [personOf(1), personOf(2)];
const run: BigAction = { kind: 'refund-run', payments: 2, amountMinor: 5_000 };
const now = new Date('2026-05-01T12:00:00.000Z');

describe('an approval', () => {
  it('B9-520 is waited for a day', () => {
    expect(newApproval(approvalIdOf(anna, run), run, anna, now)).toMatchObject({
      state: 'waiting',
      endsAt: new Date('2026-05-02T12:00:00.000Z'),
    });
  });

  it('B9-520 has the same name for the same person and values, however they are written, and no other', () => {
    const written: BigAction = { amountMinor: 5_000, payments: 2, kind: 'refund-run' };
    expect(approvalIdOf(anna, written)).toBe(approvalIdOf(anna, run));
    const others = [
      approvalIdOf(bert, run),
      approvalIdOf(anna, { ...run, amountMinor: 5_001 }),
      approvalIdOf(anna, { ...run, explanation: '' }),
    ];
    expect(new Set([approvalIdOf(anna, run), ...others]).size).toBe(4);
  });
});

describe('what an action needs', () => {
  const refund: BigAction = { kind: 'refund', bookingId: idFromBytes('booking', new Uint8Array(17)), amountMinor: 5_000, attempt: 1 };
  const role: BigAction = { kind: 'role', userId: bert, from: 'buyer', to: 'organiser' };
  const message = (people: number): BigAction => ({
    ...{ kind: 'message-run', runId: idFromBytes('messageRun', new Uint8Array(17)), people, subject: 'News' },
  });
  const [on, off] = (['two-people', 'off'] as const).map((mode) => ({ mode, dailyCents: 20_000 }));

  it('B9-520 is a second person for money and roles, and for a refund from what is sent back in a day', () => {
    expect([run, role].map((action) => approvalNeedOf(on!, action, 0))).toEqual(['approval', 'approval']);
    expect([20_000, 20_001].map((cents) => approvalNeedOf(on!, refund, cents))).toEqual(['nothing', 'approval']);
    expect([run, role, refund].map((action) => approvalNeedOf(off!, action, 1_000_000))).toEqual(['nothing', 'nothing', 'nothing']);
  });

  it('B9-521 is that organisers are told for the evening, its prices and contacts, and for messages to more than ten people in a day, whatever the setting', () => {
    const evening: BigAction[] = [
      { kind: 'cancellation', reason: 'Storm' },
      { kind: 'stop-undone', runId: `mr_${'1'.repeat(26)}` as never },
      { kind: 'postponement', reason: 'Storm', date: 'New date to follow' },
      { kind: 'settings', version: 3, changes: 'supportPhone: (555) 765-4321 (was (555) 123-4567)' },
      message(2),
    ];
    for (const rule of [on!, off!]) {
      expect(evening.map((action) => approvalNeedOf(rule, action, 0))).toEqual(evening.map(() => 'telling'));
      expect([10, 11].map((written) => approvalNeedOf(rule, message(1), written))).toEqual(['nothing', 'telling']);
    }
  });

  it('B9-520 is what the setting says; where it says nothing, two people wherever passkeys are demanded', () => {
    expect([true, false].map((demanded) => approvalMode(undefined, demanded))).toEqual(['two-people', 'off']);
    expect(approvalMode('off', true)).toBe('off');
  });
});
