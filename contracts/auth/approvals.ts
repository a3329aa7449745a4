import { z } from 'zod';
import { plainField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { ROLES, type Role } from '../core/roles.ts';
import { defineRoutes } from '../core/route.ts';

/** Whether a site wants a second person for money and roles; `off`: it does not. */
export const APPROVAL_MODES = ['two-people', 'off'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

/** For how many hours an approval is waited for, and for how many it holds once it is given. */
export const APPROVAL_HOURS = 24;

/** For how many minutes whoever asked cannot ask again after a stop, so that a stop is no lock; others can at once. */
export const STOPPED_MINUTES = 15;

/** For how many hours somebody with a new role approves nothing: whoever makes a second person would else be one. */
export const NEW_ROLE_HOURS = 24;

/** Money, roles and lost passkeys: what waits for a second person, with everything that makes it this action and no other. An approval is good for exactly these values. */
export const approvedActionSchema = z.discriminatedUnion('kind', [
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
  z.strictObject({ kind: z.literal('role'), userId: idSchema('user'), from: z.enum(ROLES), to: z.enum(ROLES) }),
  z.strictObject({
    kind: z.literal('lost-passkeys'),
    userId: idSchema('user'),
    passkeys: z.int().min(1),
    /** When the newest of them was registered. */
    newest: z.iso.datetime(),
  }),
]);
export type ApprovedAction = z.infer<typeof approvedActionSchema>;

/** The evening, its prices and contacts, and messages to many: done at once by one person, and told to every organiser. */
const toldActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cancellation'), reason: plainField(500) }),
  z.strictObject({ kind: z.literal('stop-undone'), runId: idSchema('messageRun') }),
  z.strictObject({ kind: z.literal('postponement'), reason: plainField(500), date: plainField(200) }),
  /** Prices, or where buyers reach the organisers. */
  z.strictObject({ kind: z.literal('settings'), version: z.int(), changes: plainField(500) }),
  z.strictObject({ kind: z.literal('timed-message'), subject: plainField(200) }),
  z.strictObject({ kind: z.literal('message-run'), runId: idSchema('messageRun'), people: z.int().min(0), subject: plainField(200) }),
]);

/** What nobody does alone, or unseen. */
export const bigActionSchema = z.union([approvedActionSchema, toldActionSchema]);
export type BigAction = z.infer<typeof bigActionSchema>;

/** Who may approve each kind, besides whoever asked. Roles any organiser: most teams have one admin, whose word alone must not make another. */
export const APPROVED_BY = {
  refund: 'organiser',
  'refund-run': 'organiser',
  role: 'organiser',
  'lost-passkeys': 'organiser',
} as const satisfies Record<ApprovedAction['kind'], Role>;

/** Whether an action waits for a second person. */
export const isApprovedAction = (action: BigAction): action is ApprovedAction => action.kind in APPROVED_BY;

const person = z.object({ id: idSchema('user'), name: z.string(), email: z.string() });

/** A big action that somebody asked for, as organisers see it. */
export const approvalViewSchema = z.object({
  id: idSchema('approval'),
  action: approvedActionSchema,
  /** Whose role or passkeys it is about. */
  about: person.optional(),
  askedBy: person,
  askedAt: z.iso.datetime(),
  state: z.enum(['waiting', 'approved', 'refused']),
  decidedBy: person.optional(),
  /** While it waits: until when it can be approved. Once it is approved: until when it can be done. */
  endsAt: z.iso.datetime(),
  /** Whether the reader may approve it. */
  mayApprove: z.boolean(),
  /** Since when the reader may, where only a new role keeps them from it. */
  mayApproveFrom: z.iso.datetime().optional(),
});
export type ApprovalView = z.infer<typeof approvalViewSchema>;

const params = z.object({ approvalId: idSchema('approval') });
const refusals = ['auth.approval_not_found'] as const;

/** Big actions: what waits for a second person, and that person's word. */
export const approvalRoutes = defineRoutes({
  listApprovals: {
    request: 'GET /api/approvals',
    summary: 'Big actions that someone asked for and that are not done yet, newest first',
    access: 'organiser',
    answer: z.object({
      approvals: z.array(approvalViewSchema),
      /** What this site does about big actions. */
      mode: z.enum(APPROVAL_MODES),
    }),
  },
  approve: {
    request: 'POST /api/approvals/:approvalId/approve',
    summary: 'Lets someone else do a big action once, within a day; nobody approves what they asked for themselves',
    access: 'organiser',
    freshSignIn: true,
    params,
    answer: approvalViewSchema,
    problems: [...refusals, 'auth.own_approval', 'auth.role_new'],
  },
  refuseApproval: {
    request: 'POST /api/approvals/:approvalId/refuse',
    summary: 'Stops a big action, whoever asked for it; quickly, but from the third in an hour on only with a fresh proof',
    access: 'organiser',
    params,
    answer: approvalViewSchema,
    problems: [...refusals, 'request.sign_in_again'],
  },
  requireApproval: {
    request: 'POST /internal/approvals',
    summary:
      'Lets a big action through, using its approval up and telling every organiser where no approval is needed, or notes that it is asked for and refuses it until someone else approves',
    callers: ['svc-booking', 'svc-notify', 'svc-payment'],
    body: z.strictObject({ userId: idSchema('user'), action: bigActionSchema }),
    answer: z.object({ granted: z.literal(true) }),
    problems: ['request.approval_needed', 'request.approval_refused'],
  },
});
