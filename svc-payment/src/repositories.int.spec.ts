import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Clock } from '@concert/service-kit/process/clock';
import { ServiceInTest } from '@concert/service-kit/service-in-test.harness';
import type { Connection } from '@concert/service-kit/store/mongo';
import { booksSuite } from './books/books.suite.ts';
import { MongoBooks } from './books/mongo-books.ts';
import { MongoDisputes } from './disputes/mongo-disputes.ts';
import { disputesSuite } from './disputes/disputes.suite.ts';
import { paymentCollections, paymentIndexes } from './indexes.ts';
import { MongoLedger } from './ledger/mongo-ledger.ts';
import { ledgerSuite } from './ledger/ledger.suite.ts';
import { MongoCheckpoints } from './reconciler/mongo-checkpoints.ts';
import { checkpointsSuite } from './reconciler/checkpoints.suite.ts';
import { MongoRefunds } from './refunds/rules/mongo-refunds.ts';
import { refundsSuite } from './refunds/rules/refunds.suite.ts';
import { MongoSessions } from './sessions/mongo-sessions.ts';
import { sessionsSuite } from './sessions/sessions.suite.ts';
import type { OpenStore } from './store.suite.ts';
import { MongoNotices } from './notices/mongo-notices.ts';
import { noticesSuite } from './notices/notices.suite.ts';

/** The service's servers, without a process of it. */
const servers = new (class extends ServiceInTest {
  open = () => this.openServers(paymentIndexes);
  close = () => this.closeServers();
})('svc-payment', paymentCollections);
let aheadMs = 0;
const clock: Clock = { now: () => new Date(Date.now() + aheadMs) };
beforeAll(() => servers.open(), 60_000);
afterAll(() => servers.close());

/** The service's own repository, on empty collections. */
function inMongo<Port>(Store: new (connection: Connection, clock: Clock) => Port, ...collections: readonly string[]): OpenStore<Port> {
  return async () => {
    for (const collection of collections) await servers.database.collection(collection).deleteMany({});
    return {
      port: new Store(servers.database, clock),
      transact: async (work) => {
        const transaction = await servers.database.startSession();
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
      now: () => clock.now(),
      pass: (ms) => void (aheadMs += ms),
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
