import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Pseudonyms } from './pseudonyms.ts';

describe('a pseudonym', () => {
  const pseudonyms = new Pseudonyms('a key of one installation');

  it('B9-532 cannot be found by trying all addresses without the key', () => {
    const made = pseudonyms.ofSource('203.0.113.7');
    expect(made).toMatch(/^[A-Za-z0-9_-]{22}$/);
    for (const text of ['203.0.113.7', 'log source\n203.0.113.7'])
      for (const encoding of ['base64url', 'hex'] as const) expect(createHash('sha256').update(text).digest(encoding)).not.toContain(made);
    expect(new Pseudonyms('another key').ofSource('203.0.113.7')).not.toBe(made);
  });

  it('is the same for the same, and another for each purpose', () => {
    expect(pseudonyms.ofAccount('a@example.org')).toBe(pseudonyms.ofAccount('a@example.org'));
    expect(new Set(['log account', 'log source', 'emails to'].map((purpose) => pseudonyms.of(purpose, 'a@example.org'))).size).toBe(3);
  });
});
