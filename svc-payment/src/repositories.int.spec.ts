import { afterAll, beforeAll, describe } from '@jest/globals';
import { MONGO, type Connection } from '@concert/service-kit/store/mongo';
import type { Token } from '@concert/service-kit/process/provide';
import { DISPUTES } from './disputes/disputes.repository.ts';
import { disputesSuite } from './disputes/disputes.suite.ts';
import { LEDGER } from './ledger/ledger.ts';
import { ledgerSuite } from './ledger/ledger.suite.ts';
import { CHECKPOINTS } from './reconciler/checkpoints.repository.ts';
import { checkpointsSuite } from './reconciler/checkpoints.suite.ts';
import { REFUNDS } from './refunds/rules/refunds.repository.ts';
import { refundsSuite } from './refunds/rules/refunds.suite.ts';
import { RunningPayment } from './running-payment.harness.ts';
import { SESSIONS } from './sessions/sessions.repository.ts';
import { sessionsSuite } from './sessions/sessions.suite.ts';
import type { OpenStore } from './store.suite.ts';
import { NOTICES } from './notices/notices.repository.ts';
import { noticesSuite } from './notices/notices.suite.ts';

const payment = new RunningPayment();
beforeAll(() => payment.open(), 60_000);
afterAll(() => payment.close());

/** The service's own repository, on an empty collection. */
function inMongo<Port>(port: Token<Port>, collection: string): OpenStore<Port> {
  return async () => {
    await payment.rows(collection).deleteMany({});
    return {
      port: payment.service.app.get<Port>(port),
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
  sessionsSuite(inMongo(SESSIONS, 'payment-sessions'));
  ledgerSuite(inMongo(LEDGER, 'money-ledger'));
  refundsSuite(inMongo(REFUNDS, 'refunds'));
  disputesSuite(inMongo(DISPUTES, 'disputes'));
  noticesSuite(inMongo(NOTICES, 'provider-notices'));
  checkpointsSuite(inMongo(CHECKPOINTS, 'checkpoints'));
});
