import { z } from 'zod';
import { SILENCES } from '../booking/postponement.ts';
import { codeField, plainField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { ROLES, type Role } from '../core/roles.ts';
import { defineRoutes } from '../core/route.ts';

/** How a site keeps one person from doing a big action alone; `off`: not at all. */
export const APPROVAL_MODES = ['two-people', 'delay', 'off'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

/** For how many hours an approval is waited for, and for how many it holds once it is given. */
export const APPROVAL_HOURS = 24;

/** What nobody does alone, with everything that makes it this action and no other: an approval is good for exactly these values. */
export const bigActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('refund'),
    bookingId: idSchema('booking'),
    amountMinor: z.int().min(0),
    /** Which attempt of the booking it is, where each is made once. */
    attempt: z.int().min(1).optional(),
  }),
  z.strictObject({
    kind: z.literal('refund-run'),
    payments: z.int().min(0),
    amountMinor: z.int().min(0),
    explanation: plainField(500).optional(),
  }),
  z.strictObject({ kind: z.literal('cancellation'), reason: plainField(500) }),
  z.strictObject({
    kind: z.literal('postponement'),
    reason: plainField(500),
    /** The new start, UTC; absent while the date is to follow. */
    startsAt: z.iso.datetime().optional(),
    timeZone: plainField(100),
    chooseUntil: z.iso.datetime(),
    silence: z.enum(SILENCES),
  }),
  z.strictObject({
    kind: z.literal('message-run'),
    runId: idSchema('messageRun'),
    people: z.int().min(0),
    subject: plainField(200),
    /** Keyed hash of audience and words: another word makes it another action. */
    words: codeField(100),
  }),
  z.strictObject({ kind: z.literal('role'), userId: idSchema('user'), from: z.enum(ROLES), to: z.enum(ROLES) }),
]);
export type BigAction = z.infer<typeof bigActionSchema>;

/** Who may approve each kind: whoever could ask for it. */
export const APPROVED_BY = {
  refund: 'organiser',
  'refund-run': 'organiser',
  cancellation: 'admin',
  postponement: 'admin',
  'message-run': 'organiser',
  role: 'admin',
} as const satisfies Record<BigAction['kind'], Role>;

const person = z.object({ id: idSchema('user'), name: z.string(), email: z.string() });

/** A big action that somebody asked for, as organisers see it. */
export const approvalViewSchema = z.object({
  id: idSchema('approval'),
  action: bigActionSchema,
  /** Whose role it is about. */
  about: person.optional(),
  askedBy: person,
  askedAt: z.iso.datetime(),
  state: z.enum(['waiting', 'approved', 'refused']),
  decidedBy: person.optional(),
  /** When it can be done without an approval, where the site waits instead. */
  dueAt: z.iso.datetime().optional(),
  /** While it waits: until when it can be approved. Once it may be done: until when. */
  endsAt: z.iso.datetime(),
  /** Whether the reader may approve it. */
  mayApprove: z.boolean(),
});
export type ApprovalView = z.infer<typeof approvalViewSchema>;

const params = z.object({ approvalId: idSchema('approval') });
const refusals = ['request.session_required', 'request.forbidden', 'auth.approval_not_found'] as const;

/** Big actions: what waits for a second person, and that person's word. */
export const approvalRoutes = defineRoutes({
  listApprovals: {
    method: 'GET',
    path: '/api/approvals',
    summary: 'Big actions that somebody asked for and that are not done yet, newest first',
    access: 'organiser',
    answer: z.object({
      approvals: z.array(approvalViewSchema),
      /** What this site does about big actions; with `delay`, for how many hours each waits. */
      mode: z.enum(APPROVAL_MODES),
      delayHours: z.int(),
    }),
    problems: ['request.session_required', 'request.forbidden'],
  },
  approve: {
    method: 'POST',
    path: '/api/approvals/:approvalId/approve',
    summary: 'Lets somebody else do a big action once, within a day; nobody approves what they asked for themselves',
    access: 'organiser',
    freshSignIn: true,
    params,
    answer: approvalViewSchema,
    problems: [...refusals, 'request.sign_in_again', 'auth.own_approval'],
  },
  refuseApproval: {
    method: 'POST',
    path: '/api/approvals/:approvalId/refuse',
    summary: 'Stops a big action, whoever asked for it; quickly, but from the third in an hour on only with a fresh proof',
    access: 'organiser',
    params,
    answer: approvalViewSchema,
    problems: [...refusals, 'request.sign_in_again'],
  },
  requireApproval: {
    method: 'POST',
    path: '/internal/approvals',
    summary: 'Lets a big action through, using its approval up, or notes that it is asked for and refuses it until somebody else approves',
    access: 'internal',
    callers: ['svc-booking', 'svc-notify', 'svc-payment'],
    body: z.strictObject({ userId: idSchema('user'), action: bigActionSchema }),
    answer: z.object({ granted: z.literal(true) }),
    problems: ['request.invalid', 'request.approval_needed', 'request.approval_refused'],
  },
});
