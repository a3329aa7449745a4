import { APPROVAL_MODES } from '@concert/contracts/auth/approvals';
import type { ApprovalId } from '@concert/contracts/core/ids';
import { defineCollection, goesAt } from '@concert/service-kit/store/collection';
import type { ApprovalRule } from './approval-rule.ts';
import type { Approval } from './approval.ts';

export interface ApprovalDocument extends Omit<Approval, 'id' | 'action'> {
  _id: ApprovalId;
  /** The action as JSON: its fields differ by its kind, and nothing is looked for by them. */
  action: string;
}

export const approvalsCollection = defineCollection<ApprovalDocument>({
  name: 'approvals',
  stores: 'A big action that someone asked for, and what a second person said; for a minute one that was told',
  kept: 'until a minute after the action is let through, at most two days after its last change',
  fields: {
    _id: { type: String, required: true },
    action: { type: String, required: true },
    act: { type: String, required: true },
    askedBy: { type: String, required: true },
    askedAt: { type: Date, required: true },
    state: { type: String, required: true, enum: ['waiting', 'approved', 'refused', 'used'] },
    decidedBy: { type: String },
    endsAt: { type: Date, required: true },
  },
  indexes: [
    { name: 'of_act', key: { act: 1 }, serves: 'requests of others for what is done' },
    goesAt('ttl_ended', 'endsAt', 'what counts no more is deleted; the list of the others'),
  ],
});

export interface ApprovalRuleDocument extends ApprovalRule {
  _id: 'current';
}

export const approvalRulesCollection = defineCollection<ApprovalRuleDocument>({
  name: 'approval-rules',
  stores: 'The rule for big actions that the installation goes by, to find out when its settings change it',
  kept: 'for ever: one',
  fields: {
    _id: { type: String, required: true },
    mode: { type: String, required: true, enum: APPROVAL_MODES },
    dailyCents: { type: Number, required: true },
  },
  indexes: [],
});
