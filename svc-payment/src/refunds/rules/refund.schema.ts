import type { RefundId } from '@concert/contracts/core/ids';
import { CANCELLATION_ROW_STATES, type CancellationRowState } from '@concert/contracts/payment/cancellation';
import { REFUND_CAUSES } from '@concert/contracts/payment/refund-causes';
import { REFUND_STATES } from '@concert/contracts/payment/refunds';
import { defineVersionedCollection, embedded } from '@concert/service-kit/store/collection';
import { providerMoneySchema } from '../../provider/provider-money.schema.ts';
import type { Refund, RefundPart } from './refund.ts';

export interface RefundDocument extends Omit<Refund, 'id'> {
  _id: RefundId;
  /** Whether it is being sent or has arrived, and is no partial return. */
  live: boolean;
  /** Its state as a row of its run. */
  rowState: CancellationRowState;
}

export const refundsCollection = defineVersionedCollection<RefundDocument>({
  name: 'refunds',
  stores: 'One attempt to send money of one payment session back',
  kept: 'for ever: it says where money went',
  fields: {
    _id: { type: String, required: true },
    bookingId: { type: String, required: true },
    checkoutSessionId: { type: String, required: true },
    paymentIntentId: { type: String, required: true },
    amount: { type: providerMoneySchema, required: true },
    cause: { type: String, required: true, enum: REFUND_CAUSES },
    endsBooking: { type: Boolean, required: true },
    part: {
      type: embedded<RefundPart>({ returnId: { type: String, required: true }, tickets: { type: [Number], required: true } }),
    },
    attempt: { type: Number, required: true, min: 1 },
    status: { type: String, required: true, enum: REFUND_STATES },
    reason: { type: String },
    refused: { type: Boolean, required: true },
    providerRefundId: { type: String },
    cardEnding: { type: String },
    tries: { type: Number, required: true, min: 0 },
    orderNumber: { type: Number, required: true, min: 1 },
    nextTryAt: { type: Date, required: true },
    requestedAt: { type: Date, required: true },
    requestedBy: { type: String },
    issuedAt: { type: Date },
    runId: { type: String },
    reader: { type: String },
    noticeAskedAt: { type: Date },
    noticeGivenUpAt: { type: Date },
    toldAt: { type: Date },
    issueToldAt: { type: Date },
    settledOtherwise: { type: Boolean, required: true },
    superseded: { type: Boolean, required: true },
    version: { type: Number, required: true, min: 1 },
    live: { type: Boolean, required: true },
    rowState: { type: String, required: true, enum: CANCELLATION_ROW_STATES },
  },
  indexes: [
    {
      name: 'uq_attempt',
      key: { bookingId: 1, attempt: 1 },
      options: { unique: true },
      serves: 'one record for each attempt; all of a booking',
    },
    {
      name: 'uq_live_per_session',
      key: { checkoutSessionId: 1 },
      options: { unique: true, partialFilterExpression: { live: true } },
      serves: 'money of a session goes back once, whoever asks',
    },
    {
      name: 'uq_provider_refund',
      key: { providerRefundId: 1 },
      options: { unique: true, partialFilterExpression: { providerRefundId: { $type: 'string' } } },
      serves: "a refund by the provider's id, taken in once",
    },
    { name: 'due', key: { status: 1, nextTryAt: 1 }, serves: 'refunds to send now; those that the provider has not ended' },
    {
      name: 'failed',
      key: { requestedAt: -1 },
      options: { partialFilterExpression: { status: 'failed', superseded: false } },
      serves: 'refunds that failed and wait for someone',
    },
    {
      name: 'untold',
      key: { issueToldAt: 1 },
      options: { partialFilterExpression: { status: 'succeeded' } },
      serves: 'buyers to be told that their money has gone back',
    },
    {
      name: 'of_run',
      key: { runId: 1, rowState: 1, bookingId: 1 },
      options: { partialFilterExpression: { runId: { $type: 'string' } } },
      serves: 'rows of a run, by state',
    },
    {
      name: 'of_run_by_booking',
      key: { runId: 1, bookingId: 1 },
      options: { partialFilterExpression: { runId: { $type: 'string' } } },
      serves: 'rows of a run',
    },
    {
      name: 'of_run_by_reader',
      key: { runId: 1, reader: 1, bookingId: 1 },
      options: { partialFilterExpression: { runId: { $type: 'string' } } },
      serves: 'all that a run sends to one address',
    },
    {
      name: 'unannounced',
      key: { runId: 1, noticeAskedAt: 1 },
      options: { partialFilterExpression: { rowState: 'waiting' } },
      serves: 'rows of a run whose buyers have not been written to',
    },
  ],
});
