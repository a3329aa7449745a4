import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ApprovalView } from '@concert/contracts/auth/approvals';
import { authRoutes } from '@concert/contracts/auth/http';
import type { UserId } from '@concert/contracts/core/ids';
import { recordToasts, advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import Approvals from './approvals.tsx';

type Listed = { [K in keyof ApprovalView]: ApprovalView[K] };

const userId = (number: number) => `us_${String(number).padStart(26, '0')}` as UserId;
const me = person('admin', { userId: userId(0), name: 'Ada' });
const bert = { id: userId(1), name: 'Bert', email: 'bert@example.org' };
const approval = (over: Partial<Listed> = {}): Listed => ({
  id: `ap_${'1'.repeat(26)}` as ApprovalView['id'],
  action: { kind: 'refund-run', payments: 12, amountMinor: 125_000, explanation: 'A stray payment' },
  askedBy: bert,
  askedAt: '2026-05-01T12:00:00.000Z',
  state: 'waiting',
  endsAt: '2026-05-02T12:00:00.000Z',
  mayApprove: true,
  ...over,
});
const rule = { mode: 'two-people' } as const;
const run = 'Refund everyone: $1,250.00';

let site: Site<typeof authRoutes>;
let toasts: ReturnType<typeof recordToasts>;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-05-01T13:00:00.000Z') });
  site = standInForSite(authRoutes, { listApprovals: { ...rule, approvals: [approval()] } });
  toasts = recordToasts();
});

async function open(): Promise<void> {
  await showScreen(<Approvals />, { at: '/approvals', session: me, pageTitle: 'Approvals' });
  await advance(0);
}

describe('/approvals', () => {
  it('B9-523 says who asks for what until when, and approves with a fresh proof', async () => {
    site.answer({
      showSignInWays: { google: false, organisersNeedPasskey: false },
      confirmPassword: { message: 'Thank you' },
      approve: [
        refusal('request.sign_in_again'),
        approval({ state: 'approved', decidedBy: { ...bert, id: userId(0) }, mayApprove: false }),
      ],
    });
    await open();
    expect(screen.getByRole('heading', { name: run })).toBeTruthy();
    const facts = screen.getAllByRole('definition').map((definition) => definition.textContent);
    expect(facts).toEqual(['12', 'A stray payment', 'Bert, bert@example.org', 'May 1, 12:00 PM', 'May 2, 12:00 PM']);
    await press(`Approve: ${run}`);
    const proof = screen.getByRole('dialog', { name: 'Confirm it is you' });
    fireEvent.change(within(proof).getByLabelText('Password'), { target: { value: 'violet harbour lantern 9' } });
    fireEvent.submit(proof.querySelector('form')!);
    await advance(0);
    expect(site.to('approve').map(({ params }) => params)).toEqual([{ approvalId: approval().id }, { approvalId: approval().id }]);
    expect(toasts.map(({ text }) => text)).toEqual(['Bert can do it now.']);
    expect(site.to('listApprovals').length).toBeGreaterThan(1);
  });

  it('B9-523 stops what somebody asked for at a press, and says when it is gone already', async () => {
    site.answer({ refuseApproval: [approval({ state: 'refused' }), refusal('auth.approval_not_found')] });
    await open();
    await press(`Reject: ${run}`);
    expect(toasts.map(({ text }) => text)).toEqual(['Rejected.']);
    await press(`Reject: ${run}`);
    expect(screen.getByText('This request is no longer open: it was carried out, rejected, or has expired.')).toBeTruthy();
  });

  it('B9-523 lets nobody approve their own, and shows the way to do what was approved', async () => {
    const own = { id: userId(0), name: 'Ada', email: me.email };
    const role = { kind: 'role', userId: userId(1), from: 'buyer', to: 'organiser' } as const;
    site.answer({ listApprovals: { ...rule, approvals: [approval({ action: role, about: bert, askedBy: own, mayApprove: false })] } });
    await open();
    expect(screen.getByRole('heading', { name: 'Make Bert an organiser' })).toBeTruthy();
    expect(screen.getByText('You requested this. Someone else has to approve it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
    site.answer({
      listApprovals: { ...rule, approvals: [approval({ action: role, about: bert, askedBy: own, state: 'approved', mayApprove: false })] },
    });
    await advance(5_000);
    expect(screen.getByRole('link', { name: 'Go to the users' }).getAttribute('href')).toBe('/admin/users?search=bert%40example.org');
  });

  it.each([
    [
      'two-people',
      /one person asks, another approves within 24 hours\. Whoever got their role in the last 24 hours approves nothing yet/,
      1,
    ],
    ['off', /^Approvals are off/, 0],
  ] as const)('B5-550 says what this site does about big actions: %s', async (mode, said, waits) => {
    site.answer({ listApprovals: { approvals: [], mode } });
    await open();
    expect(screen.getByText(said)).toBeTruthy();
    expect(screen.queryAllByText('Nothing is waiting for approval')).toHaveLength(waits);
  });
});
