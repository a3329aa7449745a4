import { describe } from '@jest/globals';
import { attemptsSuite } from './attempts.suite.ts';
import { attemptsInMemory } from './in-memory-attempts.harness.ts';

describe('in memory', () => attemptsSuite(attemptsInMemory, () => new Date('2026-01-10T18:00:00.000Z')));
