import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Caller } from '@concert/contracts/core/route';
import { defineCollection, embedded, goesAt } from '@concert/service-kit/store/collection';
import { Schema } from 'mongoose';

/** An entry as stored. */
export interface AuditDocument {
  /** The entry's number. */
  _id: number;
  owner: Caller;
  actor: AuditEntry['actor'];
  act: string;
  subject: AuditEntry['subject'];
  bookingId?: BookingId;
  at: Date;
  /** Keyed hash of the network address: the address itself is kept apart, and not for ever. */
  fromHash?: string;
  detail: AuditEntry['detail'];
  /** Search words; derived from the other fields, so not part of the hash. */
  words: string[];
  hash: string;
}

export const auditCollection = defineCollection<AuditDocument>({
  name: 'audit',
  stores: 'What an organiser, an admin or an operator did: one hash chain, added to and never changed (0023)',
  kept: 'for ever',
  appendOnly: true,
  fields: {
    _id: { type: Number, required: true },
    owner: { type: String, required: true },
    actor: { type: String, required: true },
    act: { type: String, required: true },
    subject: {
      type: embedded<AuditEntry['subject']>({ kind: { type: String, required: true }, id: { type: String, required: true } }),
      required: true,
    },
    bookingId: { type: String },
    at: { type: Date, required: true },
    fromHash: { type: String },
    /** Each action has its own fields; the contract's schema has already checked them. */
    detail: { type: Schema.Types.Mixed, required: true },
    words: { type: [String], required: true },
    hash: { type: String, required: true },
  },
  indexes: [
    {
      name: 'of_booking',
      key: { bookingId: 1, _id: 1 },
      options: { partialFilterExpression: { bookingId: { $type: 'string' } } },
      serves: 'what was done about a booking',
    },
    { name: 'of_actor', key: { actor: 1, _id: -1 }, serves: 'what someone did, newest first' },
    { name: 'of_act', key: { act: 1, _id: -1 }, serves: 'acts of one kind, newest first' },
    { name: 'words', key: { words: 1, _id: -1 }, serves: 'entries by the beginning of a word' },
  ],
});

export interface AuditSourceDocument {
  /** The entry's number. */
  _id: number;
  from: string;
  forgetAt: Date;
}

export const auditSourcesCollection = defineCollection<AuditSourceDocument>({
  name: 'audit-sources',
  stores: 'The network address that an audit entry came from, beside the chain, which holds only its keyed hash (0062)',
  kept: '90 days',
  fields: {
    _id: { type: Number, required: true },
    from: { type: String, required: true },
    forgetAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_forget', 'forgetAt', 'network addresses are deleted after 90 days')],
});

export interface AuditLengthDocument {
  _id: 'audit';
  entries: number;
}

export const auditLengthCollection = defineCollection<AuditLengthDocument>({
  name: 'audit-length',
  stores: 'How many audit entries there are, so that one cut off at the end is missed too',
  kept: 'for ever: one row',
  fields: {
    _id: { type: String, required: true, enum: ['audit'] },
    entries: { type: Number, required: true },
  },
  indexes: [],
});
