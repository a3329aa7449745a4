import { afterAll, beforeAll, describe } from '@jest/globals';
import { MONGO, type Connection } from '@concert/service-kit/store/mongo';
import { booksSuite } from './books/books.suite.ts';
import { MongoBooks } from './books/mongo-books.ts';
import { MongoDisputes } from './disputes/mongo-disputes.ts';
import { disputesSuite } from './disputes/disputes.suite.ts';
import { MongoLedger } from './ledger/mongo-ledger.ts';
import { ledgerSuite } from './ledger/ledger.suite.ts';
import { MongoCheckpoints } from './reconciler/mongo-checkpoints.ts';
import { checkpointsSuite } from './reconciler/checkpoints.suite.ts';
import { MongoRefunds } from './refunds/rules/mongo-refunds.ts';
import { refundsSuite } from './refunds/rules/refunds.suite.ts';
import { RunningPayment } from './running-payment.harness.ts';
import { MongoSessions } from './sessions/mongo-sessions.ts';
import { sessionsSuite } from './sessions/sessions.suite.ts';
import type { OpenStore } from './store.suite.ts';
import { MongoNotices } from './notices/mongo-notices.ts';
import { noticesSuite } from './notices/notices.suite.ts';

const payment = new RunningPayment();
beforeAll(() => payment.open(), 60_000);
afterAll(() => payment.close());

/** The service's own repository, on empty collections. */
function inMongo<Port>(store: abstract new (...args: never[]) => Port, ...collections: readonly string[]): OpenStore<Port> {
  return async () => {
    for (const collection of collections) await payment.rows(collection).deleteMany({});
    return {
      port: payment.service.app.get<Port>(store),
      transact: async (work) => {
        const transaction = await payment.service.app.get<Connection>(MONGO).startSession();
        try {
          // Without `Transactions`, which would start over after a write conflict.
          transaction.startTransaction();
          const result = await work(transaction);
          await transaction.commitTransaction();
          return result;
        } finally {
          await transaction.endSession();
        }
      },
      now: () => new Date(payment.now()),
      pass: (ms) => void (payment.aheadMs += ms),
    };
  };
}

describe('in MongoDB', () => {
  sessionsSuite(inMongo(MongoSessions, 'payment-sessions'));
  ledgerSuite(inMongo(MongoLedger, 'money-ledger'));
  refundsSuite(inMongo(MongoRefunds, 'refunds'));
  disputesSuite(inMongo(MongoDisputes, 'disputes'));
  noticesSuite(inMongo(MongoNotices, 'provider-notices'));
  booksSuite(inMongo(MongoBooks, 'balance-movements', 'account-reading', 'fraud-warnings'));
  checkpointsSuite(inMongo(MongoCheckpoints, 'checkpoints'));
});
