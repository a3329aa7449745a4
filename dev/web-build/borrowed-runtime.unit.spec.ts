import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { BORROWED_RUNTIME } from './borrowed-runtime.ts';

/** Evaluates the expression as a remote's first file does, in a page of which these things are known. */
function borrow(page: { runtime?: () => string; kept: Record<string, unknown>; reload: () => void }): unknown {
  return runInNewContext(BORROWED_RUNTIME, {
    ...(page.runtime ? { concertFederationRuntime: page.runtime } : {}),
    sessionStorage: page.kept,
    location: { reload: page.reload },
  });
}

describe('a remote', () => {
  it("takes the shell's runtime", () => {
    let reloads = 0;
    expect([borrow({ runtime: () => 'runtime', kept: {}, reload: () => (reloads += 1) }), reloads]).toEqual(['runtime', 0]);
  });

  it('in a tab whose shell is older than that has the page loaded anew, once', () => {
    let reloads = 0;
    const page = { kept: {}, reload: () => (reloads += 1) };
    expect(() => borrow(page)).toThrow('the shell is older than this remote');
    expect(() => borrow(page)).toThrow('the shell is older than this remote');
    expect(reloads).toBe(1);
  });
});
