import { afterEach } from '@jest/globals';
import { takeErrors } from '@concert/test-kit/browser';

/* A journey that succeeds has a quiet console: whatever a page logged as an error fails the test in which it did. */
afterEach(() => {
  const errors = takeErrors();
  if (errors.length > 0) throw new Error(`A page complained that no test expects:\n${errors.join('\n')}`);
});
