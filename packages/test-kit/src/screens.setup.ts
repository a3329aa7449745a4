import { afterEach, jest } from '@jest/globals';
import { configure } from '@testing-library/react';

// A second is the library's own limit for something to appear; a busy machine may need more, and a test that passes never waits it out.
configure({ asyncUtilTimeout: 15_000 });

// The library takes the page away after each test; a clock that was stopped and what was spied on go with it.
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
