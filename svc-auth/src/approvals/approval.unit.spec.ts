import { describe, expect, it } from '@jest/globals';
import type { BigAction } from '@concert/contracts/auth/approvals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { approvalIdOf } from './approval-id.codec.ts';
import { approvalMode, needsApproval } from './approval-rule.ts';
import { approvedApproval, isGranted, newApproval, refusedApproval } from './approval.ts';

const personOf = (byte: number) => idFromBytes('user', new Uint8Array(17).fill(byte));
const [anna, bert] = [personOf(1), personOf(2)];
const run: BigAction = { kind: 'refund-run', payments: 2, amountMinor: 5_000 };
const now = new Date('2026-05-01T12:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const asked = (delayHours?: number) => newApproval(approvalIdOf(anna, run), run, anna, now, delayHours);

describe('an approval', () => {
  it('B9-21 lets through from the word of another on, for a day', () => {
    expect(isGranted(asked(), later(23))).toBe(false);
    const given = approvedApproval(asked(), bert, later(3));
    expect([3, 26, 27].map((hours) => isGranted(given, later(hours)))).toEqual([true, true, false]);
    expect(isGranted(refusedApproval(given, bert, later(3)), later(3))).toBe(false);
  });

  it('B9-22 lets through after the delay, for a day, unless it was stopped', () => {
    expect([5, 6, 29, 30].map((hours) => isGranted(asked(6), later(hours)))).toEqual([false, true, true, false]);
    expect(isGranted(refusedApproval(asked(6), bert, later(6)), later(6))).toBe(false);
  });

  it('B9-21 has the same name for the same person and values, however they are written, and no other', () => {
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

describe('which actions are big', () => {
  const refund: BigAction = { kind: 'refund', bookingId: idFromBytes('booking', new Uint8Array(17)), amountMinor: 5_000, attempt: 1 };
  const rule = { dailyCents: 20_000, delayHours: 24 };

  it('B9-21 follows from the kind, and for a refund from what the person sends back that day', () => {
    expect(needsApproval({ ...rule, mode: 'two-people' }, run, 0)).toBe(true);
    expect([20_000, 20_001].map((cents) => needsApproval({ ...rule, mode: 'delay' }, refund, cents))).toEqual([false, true]);
    expect(needsApproval({ ...rule, mode: 'off' }, run, 1_000_000)).toBe(false);
  });

  it('B9-21 is what the setting says; where it says nothing, two people wherever passkeys are demanded', () => {
    expect([true, false].map((demanded) => approvalMode(undefined, demanded))).toEqual(['two-people', 'off']);
    expect(approvalMode('off', true)).toBe('off');
    expect(approvalMode('delay', false)).toBe('delay');
  });
});
