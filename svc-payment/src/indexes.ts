import { indexesOf } from '@concert/service-kit/store/collection';
import { readingsCollection } from './books/account-reading.schema.ts';
import { movementsCollection } from './books/balance-movement.schema.ts';
import { warningsCollection } from './books/fraud-warning.schema.ts';
import { runsCollection } from './cancellation/run.schema.ts';
import { disputesCollection } from './disputes/dispute.schema.ts';
import { ledgerCollection } from './ledger/ledger.schema.ts';
import { moneyCheckCollection } from './money-check/money-check.schema.ts';
import { moneyTasksCollection } from './money-check/money-task.schema.ts';
import { checkpointsCollection } from './reconciler/checkpoint.schema.ts';
import { refundsCollection } from './refunds/rules/refund.schema.ts';
import { sessionsCollection } from './sessions/payment-session.schema.ts';
import { noticesCollection } from './notices/notice.schema.ts';

/** Every collection of svc-payment; start reading there. */
export const paymentCollections = [
  sessionsCollection,
  ledgerCollection,
  refundsCollection,
  runsCollection,
  noticesCollection,
  disputesCollection,
  checkpointsCollection,
  moneyCheckCollection,
  moneyTasksCollection,
  movementsCollection,
  readingsCollection,
  warningsCollection,
] as const;

/** Every index of svc-payment's database; each is declared with its collection. */
export const paymentIndexes = indexesOf(paymentCollections);
