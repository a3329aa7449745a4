import { afterAll, beforeAll, describe } from '@jest/globals';
import { RunningAuth } from '../running-auth.harness.ts';
import { ATTEMPTS, type AttemptsRepository } from './attempts.repository.ts';
import { attemptsSuite } from './attempts.suite.ts';

const auth = new RunningAuth();
beforeAll(() => auth.start());
afterAll(() => auth.stop());

describe('in MongoDB', () =>
  attemptsSuite(
    () => auth.service.app.get<AttemptsRepository>(ATTEMPTS),
    () => auth.clock.now(),
  ));
