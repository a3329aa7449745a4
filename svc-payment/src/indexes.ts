import { runIndexes } from './cancellation/mongo-runs.repository.ts';
import { disputeIndexes } from './disputes/mongo-disputes.repository.ts';
import { ledgerIndexes } from './ledger/mongo-ledger.ts';
import { moneyCheckIndexes } from './money-check/mongo-money-checks.repository.ts';
import { refundIndexes } from './refunds/mongo-refunds.repository.ts';
import { sessionIndexes } from './sessions/mongo-sessions.repository.ts';
import { noticeIndexes } from './webhooks/mongo-notices.repository.ts';

/** Every index of svc-payment's database; each stands beside the collection it serves. */
export const paymentIndexes = [
  ...sessionIndexes,
  ...ledgerIndexes,
  ...refundIndexes,
  ...runIndexes,
  ...noticeIndexes,
  ...disputeIndexes,
  ...moneyCheckIndexes,
];
