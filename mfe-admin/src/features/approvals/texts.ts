import type { ApprovalMode } from '@concert/contracts/auth/approvals';

/** The words of the approvals. */
export const texts = {
  purpose: 'see what waits for approval',
  rules: {
    'two-people': 'Nobody sends much money back or changes a role alone: one person asks, another approves within a day.',
    off: 'On this site one person does everything alone, also sending much money back: nothing needs approval.',
  } satisfies Record<ApprovalMode, string>,
  reading: 'Loading what needs approval',
  failed: 'What needs approval could not be loaded',
  none: 'Nothing is waiting for approval',
  noneText: 'What somebody asks for and may not do at once appears here.',
  kinds: {
    refund: (amount: string) => `Send ${amount} back to a buyer`,
    'refund-run': (amount: string) => `Send all money back: ${amount}`,
    role: (name: string, role: string) => `Make ${name} ${role}`,
  },
  states: { waiting: 'Waiting', approved: 'Approved', refused: 'Stopped' },
  facts: {
    askedBy: 'Asked for by',
    askedAt: 'Asked for at',
    approvedBy: 'Approved by',
    refusedBy: 'Stopped by',
    booking: 'Booking',
    payments: 'Payments',
    explanation: 'Why the sums differ',
    account: 'Account',
    role: 'Role now',
    until: 'Waits until',
    doUntil: 'Can be done until',
    refusedUntil: 'Cannot be asked for again until',
  },
  own: {
    waiting: 'You asked for this. Someone else has to approve it.',
    approved: 'Approved: do it now as you did before. It works once.',
  },
  ways: {
    refund: 'Go to the refund',
    'refund-run': 'Go to the run',
    role: 'Go to the users',
  },
  approve: 'Approve',
  approveOf: (what: string) => `Approve: ${what}`,
  approving: 'Approving',
  approved: (name: string) => `${name} can do it now.`,
  stop: 'Stop it',
  stopOf: (what: string) => `Stop it: ${what}`,
  stopping: 'Stopping it',
  stopped: 'It is stopped.',
} as const;
