import { describe } from '@jest/globals';
import { booksSuite } from './books/books.suite.ts';
import { disputesSuite } from './disputes/disputes.suite.ts';
import { InMemoryDatabase } from './in-memory.harness.ts';
import { ledgerSuite } from './ledger/ledger.suite.ts';
import { checkpointsSuite } from './reconciler/checkpoints.suite.ts';
import { refundsSuite } from './refunds/rules/refunds.suite.ts';
import { sessionsSuite } from './sessions/sessions.suite.ts';
import type { OpenStore } from './store.suite.ts';
import { noticesSuite } from './notices/notices.suite.ts';

function inMemory<Port>(part: (memory: InMemoryDatabase) => Port): OpenStore<Port> {
  return () => {
    const memory = new InMemoryDatabase();
    return Promise.resolve({
      port: part(memory),
      transact: (work) => memory.transactions.run(work),
      now: () => memory.clock.now(),
      pass: (milliseconds) => void memory.clock.advance({ milliseconds }),
    });
  };
}

describe('in memory', () => {
  sessionsSuite(inMemory(({ sessionsRepository }) => sessionsRepository));
  ledgerSuite(inMemory(({ ledger }) => ledger));
  refundsSuite(inMemory(({ refundsRepository }) => refundsRepository));
  disputesSuite(inMemory(({ disputesRepository }) => disputesRepository));
  noticesSuite(inMemory(({ noticesRepository }) => noticesRepository));
  booksSuite(inMemory(({ booksRepository }) => booksRepository));
  checkpointsSuite(inMemory(({ checkpointsRepository }) => checkpointsRepository));
});
