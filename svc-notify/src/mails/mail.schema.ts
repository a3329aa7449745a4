import { MAIL_DELIVERIES, MAIL_KINDS, MAIL_STATES } from '@concert/contracts/notify/http';
import { defineCollection, type Stored } from '@concert/service-kit/store/collection';
import type { Mail } from './mail.ts';

/** A mail as it is stored in the database. */
export interface MailDocument extends Stored<Mail> {
  /** Token of the claim under which it is being sent. */
  claim: string | null;
}

export const mailsCollection = defineCollection<MailDocument>({
  name: 'mails',
  stores: 'An email on its way, without address and words: both are asked for when it is sent',
  kept: 'for ever: it is what organisers see of a booking',
  fields: {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: MAIL_KINDS },
    factId: { type: String, required: true },
    subjectId: { type: String, required: true },
    wordsOf: { type: String, required: true },
    bookings: { type: [String], required: true },
    entries: { type: [String], default: undefined },
    runId: { type: String },
    askedBy: { type: String },
    state: { type: String, required: true, enum: MAIL_STATES },
    attempts: { type: Number, required: true, min: 0 },
    createdAt: { type: Date, required: true },
    nextAttemptAt: { type: Date, required: true },
    sentAt: { type: Date },
    providerMessageId: { type: String },
    lastFault: { type: String },
    delivery: { type: String, enum: [...MAIL_DELIVERIES, null] },
    deliveryAt: { type: Date },
    deliveryFault: { type: String },
    trouble: { type: Boolean, required: true },
    resendOf: { type: String },
    correlationId: { type: String, required: true },
    traceparent: { type: String },
    claim: { type: String },
  },
  indexes: [
    {
      name: 'uq_kind_and_fact',
      key: { kind: 1, factId: 1 },
      options: { unique: true },
      serves: 'one email of a kind for each cause',
    },
    {
      name: 'waiting_by_due',
      key: { nextAttemptAt: 1, runId: 1 },
      options: { partialFilterExpression: { state: 'waiting' } },
      serves: 'the sender: what is due, longest first; the oldest that waits; how many of a message run wait',
    },
    { name: 'newest', key: { createdAt: -1, _id: -1 }, serves: 'all emails, newest first' },
    {
      name: 'of_bookings',
      key: { bookings: 1, createdAt: -1, _id: -1 },
      options: { partialFilterExpression: { bookings: { $type: 'string' } } },
      serves: 'emails of one booking, newest first',
    },
    {
      name: 'of_run',
      key: { runId: 1, subjectId: 1, createdAt: 1, _id: 1 },
      options: { partialFilterExpression: { runId: { $type: 'string' } } },
      serves: 'emails of a message run, by recipient, oldest first: its coverage',
    },
    {
      name: 'in_trouble',
      key: { createdAt: -1, _id: -1, trouble: 1 },
      options: { partialFilterExpression: { trouble: true } },
      serves: 'emails that someone should look at, newest first, and how many',
    },
    {
      name: 'of_browser',
      key: { askedBy: 1, createdAt: -1 },
      options: { partialFilterExpression: { askedBy: { $type: 'string' } } },
      serves: 'the latest email that a browser asked for',
    },
    {
      name: 'resends',
      key: { resendOf: 1, createdAt: -1 },
      options: { partialFilterExpression: { resendOf: { $type: 'string' } } },
      serves: 'as what an email was sent again',
    },
  ],
});
