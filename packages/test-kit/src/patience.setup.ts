import { jest } from '@jest/globals';

// jest takes a time limit for all projects alike only; each states its own as a global.
jest.setTimeout((globalThis as unknown as { TEST_PATIENCE_MS: number }).TEST_PATIENCE_MS);
