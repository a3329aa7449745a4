import { defineCollection } from '@concert/service-kit/collection';

export interface AuditHeadDocument {
  /** The head's number. */
  _id: number;
  entries: number;
  hash: string;
  signedAt: Date;
  previous: string;
  keyId: string;
  signature: string;
}

export const auditHeadsCollection = defineCollection<AuditHeadDocument>({
  name: 'audit-heads',
  stores: 'The head of the audit log at one moment, signed by a key that is in no database (0059)',
  kept: 'for ever: one for each hour',
  appendOnly: true,
  fields: {
    _id: { type: Number, required: true },
    entries: { type: Number, required: true, min: 0 },
    hash: { type: String, required: true },
    signedAt: { type: Date, required: true },
    previous: { type: String, required: true },
    keyId: { type: String, required: true },
    signature: { type: String, required: true },
  },
  indexes: [],
});
